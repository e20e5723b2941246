//! Import statements.

use super::Compiler;
use crate::bytecode::{Constant, Dst, Flag, Op, Reg};
use crate::error::Res;
use crate::tree::{Alias, Ident, List, Span};

impl Compiler<'_> {
    pub(super) fn import_statement(&mut self, names: List<Alias>, span: Span) -> Res<()> {
        let none = self.constant(Constant::None)?;
        for alias in self.tree.list(names) {
            let reg = self.temp()?;
            let full = self.tree.name(alias.name.name);
            let name = self.constant(Constant::Str(full.into()))?;
            self.emit(Op::Import { dst: Dst(reg), level: Flag(0), name, fromlist: none }, span);
            let target = match alias.asname {
                Some(asname) => {
                    // `import a.b.c as m` imports `a` and then takes the attributes `b` and `c`.
                    for part in full.split('.').skip(1) {
                        let name = self.constant(Constant::Str(part.into()))?;
                        self.emit(Op::ImportFrom { dst: Dst(reg), module: Reg(reg), name }, span);
                    }
                    self.names.mangle(self.unit.private, asname.name)
                }
                None => {
                    let first = full.split('.').next().unwrap_or(full);
                    self.names.mangle_text(self.unit.private, first)
                }
            };
            self.store_name(target, reg, span)?;
            self.free_to(reg);
        }
        Ok(())
    }

    pub(super) fn import_from_statement(&mut self, module: Option<Ident>, names: List<Alias>, level: u32, span: Span) -> Res<()> {
        let Ok(level) = u8::try_from(level) else { return Err(self.limit("relative import goes up too far")) };
        let aliases = self.tree.list(names);
        let fromlist: Box<[Constant]> = aliases.iter().map(|alias| Constant::Str(self.tree.name(alias.name.name).into())).collect();
        let fromlist = self.constant(Constant::Tuple(fromlist))?;
        let name = self.constant(Constant::Str(module.map_or("", |module| self.tree.name(module.name)).into()))?;
        let reg = self.temp()?;
        self.emit(Op::Import { dst: Dst(reg), level: Flag(level), name, fromlist }, span);
        for alias in aliases {
            let text = self.tree.name(alias.name.name);
            if text == "*" {
                self.emit(Op::ImportStar { module: Reg(reg) }, span);
                continue;
            }
            let item = self.temp()?;
            let name = self.constant(Constant::Str(text.into()))?;
            self.emit(Op::ImportFrom { dst: Dst(item), module: Reg(reg), name }, span);
            let target = self.names.mangle(self.unit.private, alias.asname.unwrap_or(alias.name).name);
            self.store_name(target, item, span)?;
            self.free_to(item);
        }
        self.free_to(reg);
        Ok(())
    }
}
