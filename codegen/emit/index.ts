import type { Model } from "../model/model.js";
import { emitRoutes } from "./routes.js";
import { emitTables } from "./tables.js";
import { emitTypes } from "./types.js";
import { emitUndocumented } from "./undocumented.js";
import { emitValidators } from "./validators.js";
import type { ModuleWriter } from "./writer.js";

/** One file to write: a path relative to the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  /** False where the text stays as it was emitted. */
  readonly layout: boolean;
}

export interface EmitOptions {
  /** Import specifier of the runtime's door, as written in a file at the top of the output folder. */
  readonly runtime: string;
  /** Path of the report of undocumented points, relative to the output folder; none when left out. */
  readonly undocumented?: string;
}

/** Everything that is generated from a model, sorted by path. */
export function emitAll(model: Model, options: EmitOptions): readonly OutputFile[] {
  const modules: ModuleWriter[] = [
    emitTypes(model),
    emitRoutes(model, options.runtime),
    emitTables(model),
    ...emitValidators(model),
  ];
  const files = modules.map((module) => ({ path: module.path, text: module.toString(), layout: module.layout }));
  if (options.undocumented !== undefined)
    files.push({ path: options.undocumented, text: emitUndocumented(model), layout: true });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
