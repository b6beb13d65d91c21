import type { Model } from "../model/model.js";
import { defineEmitter, type Emitter, type EmitOptions, type OutputFile } from "./emitter.js";
import { emitEnums } from "./enums.js";
import { emitFakers } from "./fakers.js";
import { emitGroups } from "./groups.js";
import { emitMsw } from "./msw.js";
import { emitReaders } from "./readers.js";
import { emitRoutes } from "./routes.js";
import { emitService } from "./service.js";
import { emitTables } from "./tables.js";
import { emitTypes } from "./types.js";
import { emitUndocumented } from "./undocumented.js";
import { emitValidators } from "./validators.js";
import { emitWebhooks } from "./webhooks.js";
import { ModuleWriter } from "./writer.js";

export type { Emitter, EmitOptions, OutputFile } from "./emitter.js";

/** What is always generated. */
export const STANDARD: readonly Emitter[] = [
  defineEmitter({ name: "types", emit: (model, options) => [emitTypes(model, options)] }),
  defineEmitter({ name: "enums", emit: (model) => emitEnums(model) }),
  defineEmitter({ name: "routes", emit: (model, { runtime }) => [emitRoutes(model, runtime)] }),
  defineEmitter({ name: "service", emit: (model, { runtime }) => [emitService(model, runtime)] }),
  defineEmitter({ name: "tables", emit: (model) => [emitTables(model)] }),
  defineEmitter({ name: "validators", emit: (model) => [...emitValidators(model), ...emitReaders(model)] }),
  defineEmitter({
    name: "undocumented",
    emit: (model, { undocumented: path }) =>
      path === undefined ? [] : [{ path, text: emitUndocumented(model), layout: true }],
  }),
];

const fakers = defineEmitter({ name: "fakers", emit: (model) => [emitFakers(model)] });

/** What is generated where it is asked for, by name. */
export const OPTIONAL: readonly Emitter[] = [
  fakers,
  defineEmitter({ name: "msw", emit: (model, options) => [...fakers.emit(model, options), emitMsw(model)] }),
  defineEmitter({
    name: "webhooks",
    emit: (model, options) => (model.webhooks.length === 0 ? [] : [emitWebhooks(model, options)]),
  }),
  defineEmitter({ name: "groups", emit: (model) => [emitGroups(model)] }),
];

/** Two emitters make a file of one name, and not the same. */
export class EmitterError extends Error {
  override readonly name = "EmitterError";
}

/** Everything that is generated from a model, sorted by path. `others`: emitters besides the standard ones. */
export function emitAll(model: Model, options: EmitOptions, others: readonly Emitter[] = []): readonly OutputFile[] {
  const files = new Map<string, OutputFile & { readonly by: string }>();
  for (const { name, emit } of [...STANDARD, ...others]) {
    for (const made of emit(model, options)) {
      const text = made instanceof ModuleWriter ? made.toString() : made.text;
      const known = files.get(made.path);
      if (known !== undefined && known.text !== text)
        throw new EmitterError(`the emitters ${known.by} and ${name} both make ${made.path}`);
      files.set(made.path, { path: made.path, text, layout: made.layout, by: name });
    }
  }
  return [...files.values()]
    .map(({ path, text, layout }) => ({ path, text, layout }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
