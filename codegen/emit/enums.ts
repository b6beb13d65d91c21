import { enumMembers } from "../model/enums.js";
import type { Model } from "../model/model.js";
import { docComment, key, literal, ModuleWriter } from "./writer.js";

/** Emits `enums.ts`: the values of each enum under the names that the description gives them; nothing where it gives none. */
export function emitEnums(model: Model): ModuleWriter[] {
  const out = new ModuleWriter("enums.ts", `Values of ${model.title} by name.`, model.sources);
  const named = model.schemas.flatMap(({ name, schema }) => {
    const members = enumMembers(schema);
    return members.length === 0 ? [] : [{ name, members }];
  });
  if (named.length === 0) return [];
  out.typeNamespace("T", "./types.js");
  for (const { name, members } of named) {
    const fields = members.map(
      (member) => `${docComment([member.doc], "  ")}  ${key(member.name)}: ${literal(member.value)},`,
    );
    out.add(
      `/** The values of {@link T.${name}} by name. */\nexport const ${name} = {\n${fields.join("\n")}\n} as const satisfies Readonly<Record<string, T.${name}>>;`,
    );
  }
  return [out];
}
