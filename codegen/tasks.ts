import { pathTypes } from "./emit/paths.js";

/** Slow work that another thread can do: plain data in, text out. */
export type Task =
  | { readonly kind: "prepare" }
  | { readonly kind: "paths"; readonly document: object }
  | { readonly kind: "format"; readonly path: string; readonly text: string; readonly settings: object };

/** Does a task, in whichever thread this runs. */
export async function perform(task: Task): Promise<string> {
  if (task.kind === "prepare") {
    await Promise.all([import("openapi-typescript"), import("prettier")]);
    return "";
  }
  if (task.kind === "paths") return pathTypes(task.document);
  const { format } = await import("prettier");
  const { layoutVersion: _version, ...settings }: { layoutVersion?: unknown } = task.settings;
  // Half the time of the parser that prettier would choose, and the same layout.
  const parser = task.path.endsWith(".md") ? "markdown" : "babel-ts";
  return format(task.text, { ...settings, parser, endOfLine: "lf" });
}
