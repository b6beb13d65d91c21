import type { OutputFile } from "../../../codegen/emit/index.js";

/** Every declaration of emitted files by `file name`, its doc comment included. */
export function symbols(files: readonly OutputFile[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, text } of files) {
    if (!path.endsWith(".ts")) continue;
    for (const block of text.split(/\n\n(?=\/\*\*|export |function |const |declare )/)) {
      const name = /^(?:export )?(?:declare )?(?:async )?(?:function|const|type|interface|class) ([\w$]+)/m.exec(
        block,
      )?.[1];
      const key = `${path} ${name ?? "head"}`;
      found.set(key, `${found.get(key) ?? ""}${block}`);
    }
  }
  return found;
}

/** Names of the declarations that differ between two outputs, sorted. */
export function changed(before: readonly OutputFile[], after: readonly OutputFile[]): string[] {
  const [old, fresh] = [symbols(before), symbols(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].filter((key) => old.get(key) !== fresh.get(key)).sort();
}
