import type { Model } from "../model/model.js";
import { functionName } from "../model/names.js";
import { docComment, key, ModuleWriter } from "./writer.js";

/** Emits `groups.ts`: the functions of each tag as one object, for who would rather write `users.get(client, …)`. */
export function emitGroups(model: Model): ModuleWriter {
  const out = new ModuleWriter("groups.ts", `Operations of ${model.title}, by tag.`, model.sources);
  const groups = new Map<string, { readonly tag: string; readonly functions: string[] }>();
  for (const { functionName: name, tags } of model.operations) {
    for (const tag of tags.length === 0 ? ["default"] : tags) {
      const group = functionName(tag);
      const known = groups.get(group) ?? { tag, functions: [] };
      groups.set(group, known);
      known.functions.push(name);
    }
  }
  if (groups.size === 0) out.add("export {};");
  for (const [group, { tag, functions }] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // The name of a group may be that of a function.
    const fields = [...new Set(functions)].map(
      (name) => `  ${key(name)}: ${out.value(name, "./routes.js", `${name}$`)},`,
    );
    out.add(
      `${docComment([`Operations with the tag ${tag}.`])}export const ${group} = {\n${fields.join("\n")}\n} as const;`,
    );
  }
  return out;
}
