import { GuardModule } from "../../../codegen/emit/guard-module.js";
import { ModuleWriter } from "../../../codegen/emit/writer.js";
import type { NamedSchema, Schema } from "../../../codegen/model/model.js";

/** What is emitted as guard of a schema, which is called `A`, without its head: code alone, lines without indentation. */
export function guardText(schema: Schema, others: Readonly<Record<string, Schema>> = {}): readonly string[] {
  return written({ A: schema, ...others }, (module, [first]) => first && module.guard(first, "T.A"));
}

/** The same for schemas without names, which are a part of `about`. */
export function inlineText(schemas: readonly Schema[], about = "Body"): readonly string[] {
  return written({}, (module) => {
    for (const schema of schemas) module.inline(about, schema);
  });
}

function written(
  named: Readonly<Record<string, Schema>>,
  write: (module: GuardModule, schemas: readonly NamedSchema[]) => void,
): readonly string[] {
  const out = new ModuleWriter("guards.ts", "Guards.", ["openapi.yaml"]);
  const place = { origin: "", sent: true, received: true };
  const schemas = Object.entries(named).map(([name, schema]) => ({ name, schema, ...place }));
  const module = new GuardModule(out, schemas);
  write(module, schemas);
  module.flush();
  const text = out.toString();
  return text
    .slice(text.indexOf("*/") + 2)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !/^(\/\*\*.*\*\/|)$/.test(line));
}
