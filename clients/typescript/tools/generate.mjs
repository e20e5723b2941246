// Writes src/types.ts from the server's OpenAPI document: `node tools/generate.mjs [URL]`, with a server at the address.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const HEAD = `// Made by tools/generate.mjs from the server's OpenAPI document (\`GET /v1/openapi.json\`). A test says when it is not the same any more.

/** What JSON has. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
`;

/** The name of a schema as that of a type. */
const named = (name) => name[0].toUpperCase() + name.slice(1);

const indented = (text, by) => text.replaceAll("\n", `\n${" ".repeat(by)}`);

function comment(schema) {
  return schema.description ? `/** ${schema.description.trim().replaceAll("*/", "* /").replace(/\s*\n\s*/g, " ")} */\n` : "";
}

/** A type for a schema. What it does not know is an error: a type that is a guess helps nobody. */
export function typeOf(schema) {
  if (schema.$ref) return named(schema.$ref.split("/").at(-1));
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case undefined:
      return "Json";
    case "null":
    case "boolean":
    case "string":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array": {
      const item = typeOf(schema.items ?? {});
      return item.includes(" ") ? `Array<${item}>` : `${item}[]`;
    }
    case "object":
      return objectOf(schema);
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function objectOf(schema) {
  if (!schema.properties) {
    const values = typeof schema.additionalProperties === "object" ? typeOf(schema.additionalProperties) : "Json";
    return `{ [key: string]: ${values} }`;
  }
  const required = new Set(schema.required);
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return indented(`${comment(property)}${key}${required.has(name) ? "" : "?"}: ${typeOf(property)};`, 2);
  });
  return `{\n  ${lines.join("\n  ")}\n}`;
}

/** The text of the file. */
export function generate(document) {
  const schemas = Object.entries(document.components.schemas).sort(([a], [b]) => (named(a) < named(b) ? -1 : 1));
  return HEAD + schemas.map(([name, schema]) => `\n${comment(schema)}export type ${named(name)} = ${typeOf(schema)};\n`).join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.argv[2] ?? "http://localhost:8700";
  const answer = await fetch(`${url}/v1/openapi.json`);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await writeFile(new URL("../src/types.ts", import.meta.url), generate(await answer.json()));
}
