import { UsageError } from "../usage-error.js";

/**
 * The commands among the exports of a module: a list, as default or as `commands`; else those of the App that it
 * exports, under any name; else every definition that it exports.
 *
 * @throws UsageError when there are none, or the commands of several Apps.
 */
export function commandsIn(module: object, file: string): readonly unknown[] {
  const exported = new Map<string, unknown>(Object.entries(module));
  const list = ["default", "commands"].map((name) => exported.get(name)).find((one) => Array.isArray(one));
  if (list !== undefined) return list;
  const apps = new Set([...exported.values()].filter(isApp));
  const [app, ...others] = apps;
  if (others.length > 0) throw new UsageError(`${file} exports ${apps.size} Apps: pass a module with one of them`);
  if (app !== undefined && app.commands.length === 0) {
    throw new UsageError(`the App of ${file} has no commands: pass the module that registers their handlers`);
  }
  const commands = app?.commands ?? [...exported.values()].filter(isDefinitionLike);
  if (commands.length > 0) return commands;
  const names = [...exported.keys()].join(", ") || "nothing";
  throw new UsageError(
    `${file} exports no commands: an App (export const app), a list (as default or as commands) or definitions ` +
      `are looked for; it exports ${names}`,
  );
}

/** By its shape: the module may have a copy of this package of its own. */
const isApp = (value: unknown): value is { readonly commands: readonly unknown[] } =>
  typeof value === "object" && value !== null && "commands" in value && Array.isArray(value.commands);

/** What means to be a definition. Whether it is one is checked later, with its place told. */
const isDefinitionLike = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "type" in value && "name" in value;
