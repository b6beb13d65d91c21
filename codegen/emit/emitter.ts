import type { Model } from "../model/model.js";
import type { ModuleWriter } from "./writer.js";

/** One file to write: a path relative to the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  /** False where the text stays as it was emitted. */
  readonly layout: boolean;
}

/** What emitters are told besides the model. */
export interface EmitOptions {
  /** Import specifier of the runtime's door, as written in a file at the top of the output folder. */
  readonly runtime: string;
  /** True where types of what is received admit fields that are not described. Default: false. */
  readonly open?: boolean;
  /** Path of the report of undocumented points, relative to the output folder; none when left out. */
  readonly undocumented?: string;
}

/** Makes files of a model. What is built in is made by such, as is what others add. */
export interface Emitter {
  /** How a configuration and errors call it. */
  readonly name: string;
  /** The files, as data or as writers that know their imports. */
  readonly emit: (model: Model, options: EmitOptions) => readonly (OutputFile | ModuleWriter)[];
}

/** Declares an emitter; gives it back as it is, with its type checked. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter;
}
