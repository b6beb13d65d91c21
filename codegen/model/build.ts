import { ASYNCAPI } from "../check/asyncapi.js";
import { checkDocument } from "../check/check.js";
import { OPENAPI } from "../check/openapi.js";
import { FileSet, type Located, type ReadText } from "../load/files.js";
import { walk } from "../load/walk.js";
import { childPointer } from "../load/pointer.js";
import { compare, type Origin, type Problems } from "../load/problems.js";
import type { SourceFile } from "../load/source.js";
import { readAssumptions, readErrorCodes, readLimits, readTables } from "./extensions.js";
import { reasonsOf } from "./keywords.js";
import type { Model, Undocumented } from "./model.js";
import { readChannels } from "./channels.js";
import { readMessages } from "./messages.js";
import { NameRegistry, typeName } from "./names.js";
import { bundle } from "./bundle.js";
import { child, type ReadContext, record, text } from "./context.js";
import { readOperations } from "./operations.js";
import { SchemaCollector } from "./schemas.js";
import { readUnions } from "./unions.js";
import { readWebhooks } from "./webhooks.js";

/** What a model is built from. */
export interface BuildOptions {
  /** Paths of the documents. */
  readonly openapi: string;
  readonly asyncapi?: string;
  readonly assumptions?: string;
  /** Folder that file names in generated files are relative to. */
  readonly base: string;
  readonly substitutions?: Readonly<Record<string, string>>;
  readonly formats?: readonly string[];
  readonly rename?: Readonly<Record<string, string>>;
  readonly clashes?: "error" | "nest";
  /** How files are read. Default: from disk. */
  readonly read?: ReadText;
}

/** Loads a description and turns it into a {@link Model}. Everything wrong goes to `problems`; errors throw at the end. */
export async function buildModel(options: BuildOptions, problems: Problems): Promise<Model> {
  return (await load(options, problems)).model;
}

/** A model, and the OpenAPI document in one piece for tools that read it themselves. */
export interface Loaded {
  readonly model: Model;
  readonly bundle: () => object;
}

/** As {@link buildModel}, with the document besides. */
export async function load(options: BuildOptions, problems: Problems): Promise<Loaded> {
  const files = new FileSet(options.base, problems, {
    ...(options.read === undefined ? {} : { read: options.read }),
    substitutions: options.substitutions ?? {},
  });
  const openapi = await files.open(options.openapi);
  const asyncapi = options.asyncapi === undefined ? undefined : await files.open(options.asyncapi);
  const assumptions = options.assumptions === undefined ? undefined : await files.open(options.assumptions);
  problems.throwIfErrors();
  if (openapi === undefined) throw new Error("unreachable: a file that cannot be read is an error");

  const names = new NameRegistry(problems);
  const schemas = new SchemaCollector(files, problems, names, { rename: options.rename ?? {} });
  const document = root(openapi);
  const asyncRoot = asyncapi === undefined ? undefined : root(asyncapi);
  checkVersion(document, "openapi", /^3\.1\./, "OpenAPI 3.1", problems);
  if (asyncRoot !== undefined) checkVersion(asyncRoot, "asyncapi", /^3\./, "AsyncAPI 3", problems);
  problems.throwIfErrors();
  // What stands in the wrong place would be complained about again, in other words, by whoever looks for it.
  const check = { files, problems, formats: options.formats ?? [] };
  checkDocument(check, OPENAPI, document, "Document");
  if (asyncRoot !== undefined) checkDocument(check, ASYNCAPI, asyncRoot, "Document");
  problems.throwIfErrors();
  const context: ReadContext = {
    files,
    problems,
    names,
    schemas,
    clashes: options.clashes ?? "error",
    secured: !Array.isArray(record(document)["security"]) || (record(document)["security"] as unknown[]).length > 0,
  };
  nameComponents(context, document);
  const operations = readOperations(context, document);
  const webhooks = readWebhooks(context, document);
  if (asyncRoot !== undefined) nameComponents(context, asyncRoot);
  const messages = asyncRoot === undefined ? [] : readMessages(context, asyncRoot);
  const channels = asyncRoot === undefined ? [] : readChannels(context, asyncRoot);
  const roots = asyncRoot === undefined ? [document] : [document, asyncRoot];
  const unions = readUnions(context, roots);
  const limits = readLimits(context, roots);
  const tables = readTables(context, roots);
  const errorCodes = readErrorCodes(context, roots);
  const readAssumed = assumptions === undefined ? [] : readAssumptions(context, root(assumptions));
  const model: Model = {
    title: text(record(child(context, document, "info"))["title"]),
    version: text(record(child(context, document, "info"))["version"]),
    sources: [openapi, asyncapi, assumptions].flatMap((file) => (file === undefined ? [] : [file.label])),
    schemas: schemas.finish(),
    operations,
    unions,
    messages,
    channels,
    webhooks,
    limits,
    tables,
    errorCodes,
    assumptions: readAssumed,
    undocumented: readUndocumented(files, schemas.symbols),
  };
  problems.throwIfErrors();
  return { model, bundle: () => bundle(context, document, model.schemas) };
}

export function root(file: SourceFile): Located {
  return { value: file.data, origin: { file, pointer: "" } };
}

function checkVersion(document: Located, key: string, wanted: RegExp, name: string, problems: Problems): void {
  const version = record(document)[key];
  if (typeof version === "string" && wanted.test(version)) return;
  const origin: Origin = { file: document.origin.file, pointer: version === undefined ? "" : `/${key}` };
  const found = version === undefined ? `has no \`${key}\` version` : `says \`${key}: ${String(version)}\``;
  problems.error(origin, `the document ${found}`, `Only ${name} is understood; convert the document first.`);
}

/** Every schema under `components` gets a name, used or not. */
function nameComponents(context: ReadContext, document: Located): void {
  const schemas = child(context, document, "components", "schemas");
  for (const name of Object.keys(record(schemas)).sort()) {
    if (schemas === undefined) continue;
    const origin = { file: schemas.origin.file, pointer: childPointer(schemas.origin.pointer, name) };
    context.schemas.component(typeName(name), { value: record(schemas)[name], origin });
  }
}

/** Every mark of every file, wherever it stands, so that the report cannot miss one. */
function readUndocumented(files: FileSet, symbols: ReadonlyMap<string, string>): Undocumented[] {
  const found: Undocumented[] = [];
  for (const file of files.all) {
    const operations = new Map<string, string>();
    walk(file.data, "", (node, pointer) => {
      const id = text(node["operationId"]);
      if (id !== "") operations.set(pointer, id);
      const reasons = reasonsOf(node["x-undocumented"]);
      if (reasons.length === 0) return;
      const origin = `${file.label}#${pointer}`;
      found.push({ origin, reasons, symbol: symbols.get(origin) ?? enclosing(operations, pointer) });
    });
  }
  return found.sort((a, b) => compare(a.origin, b.origin));
}

/** The operation that a place lies in; empty outside of all. */
function enclosing(operations: ReadonlyMap<string, string>, pointer: string): string {
  const inside = [...operations].filter(([at]) => pointer === at || pointer.startsWith(`${at}/`));
  return inside.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? "";
}
