//! Host functions: the program calls them, the host answers. `cargo run -p stockade-vm --example tools`

#![expect(clippy::print_stdout, reason = "an example")]

use stockade_vm::{HostError, HostValue, Sandbox, ToolError, ToolSpec};

const PROGRAM: &str = "\
prices = {item: price(item) for item in ['guitar', 'amp']}
print(prices)
try:
    price('drums')
except LookupError as error:
    print(error)
final_answer(sum(prices.values()))
";

fn main() -> Result<(), ToolError> {
    let mut spec = ToolSpec::new("price", "item: str");
    spec.max_calls = Some(10);
    let sandbox = Sandbox::default().tool(spec, |call| match call.args.as_slice() {
        [HostValue::Str(item)] if item == "guitar" => Ok(HostValue::Float(799.99)),
        [HostValue::Str(item)] if item == "amp" => Ok(HostValue::Float(249.5)),
        _ => Err(HostError { type_name: "LookupError".to_string(), message: "no such item".to_string() }),
    })?;
    let report = sandbox.run("shop.py", PROGRAM);
    // {'guitar': 799.99, 'amp': 249.5}, no such item
    print!("{}", report.stdout);
    // Answered(Some("1049.49"))
    println!("{:?}", report.outcome);
    Ok(())
}
