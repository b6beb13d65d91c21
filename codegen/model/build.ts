import { dirname, resolve } from "node:path";
import { answerShapes } from "./answer-shape.js";
import { isJson } from "./bodies.js";
import { ASYNCAPI } from "../check/asyncapi.js";
import { checkDocument } from "../check/check.js";
import { OPENAPI } from "../check/openapi.js";
import { OPENAPI_30 } from "../check/openapi-30.js";
import { FileSet, type Located, type ReadText } from "../load/files.js";
import { walk } from "../load/walk.js";
import { applyOverlays } from "../load/overlay.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import { RemoteDocuments, type RemoteOptions } from "../load/remote.js";
import { compare, type Problems } from "../load/problems.js";
import { isRemote, SourceFile } from "../load/source.js";
import { readAssumptions, readErrorCodes, readLimits, readTables } from "./extensions.js";
import { reasonsOf } from "./keywords.js";
import type { Mark, Model, NamedSchema } from "./model.js";
import { readChannels } from "./channels.js";
import { splitDirections } from "./directions.js";
import { readMessages } from "./messages.js";
import { type Filter, isNarrowed } from "./filter.js";
import { NameRegistry, typeName } from "./names.js";
import { bundle } from "./bundle.js";
import { child, isReference, type ReadContext, record, text } from "./context.js";
import { needsOf, readOperations } from "./operations.js";
import type { Representation } from "./represent.js";
import { SchemaCollector } from "./schemas.js";
import { readUnions } from "./unions.js";
import { readService } from "./service.js";
import { type Dialect, unwrapped } from "./tolerate.js";
import { settleAsyncApi, settleOpenApi } from "./version.js";
import { readWebhooks } from "./webhooks.js";

/** What a model is built from. */
export interface BuildOptions extends Representation {
  /** Paths of the documents; one of the first two is needed. */
  readonly openapi?: string;
  readonly asyncapi?: string;
  readonly assumptions?: string;
  /** Folder that file names in generated files are relative to. */
  readonly base: string;
  readonly substitutions?: Readonly<Record<string, string>>;
  readonly formats?: readonly string[];
  readonly rename?: Readonly<Record<string, string>>;
  /** `quiet` settles them without a word. */
  readonly clashes?: "settle" | "quiet" | "nest" | "error";
  readonly params?: "flat" | "grouped";
  readonly include?: Filter;
  readonly exclude?: Filter;
  /** Overlays to apply to the OpenAPI document, or to that of events where there is no other, in this order. */
  readonly overlays?: readonly string[];
  /** Folders besides those of the documents whose files may be referred to. */
  readonly files?: readonly string[];
  /** How files are read. Default: from disk. */
  readonly read?: ReadText;
  /** How documents of other machines are loaded. Default: not at all. */
  readonly remote?: RemoteOptions | RemoteDocuments;
}

/** Loads a description and turns it into a {@link Model}. Everything wrong goes to `problems`; errors throw at the end. */
export async function buildModel(options: BuildOptions, problems: Problems): Promise<Model> {
  return (await load(options, problems)).model;
}

/** A model, and the OpenAPI document in one piece for tools that read it themselves. */
export interface Loaded {
  readonly model: Model;
  readonly bundle: () => object;
  /** The documents as they were read, and what leads from one place in them to another. */
  readonly sources: {
    readonly context: ReadContext;
    readonly dialect: Dialect;
    readonly openapi?: Located;
    readonly asyncapi?: Located;
  };
}

/** As {@link buildModel}, with the document besides. */
export async function load(options: BuildOptions, problems: Problems): Promise<Loaded> {
  const { remote: allowed } = options;
  const remote = allowed === undefined || allowed instanceof RemoteDocuments ? allowed : new RemoteDocuments(allowed);
  const files = new FileSet(options.base, problems, {
    ...(remote === undefined ? {} : { remote: remote.read }),
    ...(options.read === undefined ? {} : { read: options.read }),
    substitutions: options.substitutions ?? {},
    folders: options.files ?? [],
  });
  const openapi = options.openapi === undefined ? noRoutes(options) : await files.read(options.openapi);
  const asyncapi = options.asyncapi === undefined ? undefined : await files.read(options.asyncapi);
  problems.throwIfErrors();
  if (openapi === undefined) throw new Error("unreachable: a file that cannot be read is an error");
  const overlays = await Promise.all((options.overlays ?? []).map((path) => files.read(path)));
  const overlaid = options.openapi === undefined ? (asyncapi ?? openapi) : openapi;
  const others = await applyEach(files, { overlaid, overlays: overlays.filter((one) => one !== undefined) }, problems);
  problems.throwIfErrors();
  // Before all that a document leans on is read: there may be thousands of files.
  const dialect = (await settleOpenApi(openapi, problems)) ?? "3.1";
  if (dialect === "3.0" && asyncapi === undefined) files.ignoreIds();
  if (asyncapi !== undefined) await settleAsyncApi(asyncapi, problems);
  problems.throwIfErrors();
  for (const file of [openapi, asyncapi, ...others]) if (file !== undefined) await files.openReferences(file);
  const assumptions = options.assumptions === undefined ? undefined : await files.open(options.assumptions);
  problems.throwIfErrors();
  await remote?.save();

  const names = new NameRegistry(problems);
  const schemas = new SchemaCollector(files, problems, names, {
    rename: options.rename ?? {},
    represent: options,
    dialect,
  });
  const document = root(openapi);
  const asyncRoot = asyncapi === undefined ? undefined : root(asyncapi);
  // What stands in the wrong place would be reported again, in other words, by the code that reads it.
  const check = { files, problems, formats: options.formats ?? [] };
  checkDocument(check, dialect === "3.0" ? OPENAPI_30 : OPENAPI, document, "Document");
  if (asyncRoot !== undefined) checkDocument(check, ASYNCAPI, asyncRoot, "Document");
  problems.throwIfErrors();
  const context: ReadContext = {
    files,
    problems,
    names,
    schemas,
    clashes: options.clashes ?? "settle",
    params: options.params ?? "flat",
    selection: {
      ...(options.include === undefined ? {} : { include: options.include }),
      ...(options.exclude === undefined ? {} : { exclude: options.exclude }),
    },
    ids: new Set(),
    rename: options.rename ?? {},
    secured: !Array.isArray(record(document)["security"]) || (record(document)["security"] as unknown[]).length > 0,
  };
  nameComponents(context, document, !isNarrowed(context.selection));
  const operations = readOperations(context, document);
  const webhooks = readWebhooks(context, document);
  if (asyncRoot !== undefined) nameComponents(context, asyncRoot, true);
  const messages = asyncRoot === undefined ? [] : readMessages(context, asyncRoot);
  const channels = asyncRoot === undefined ? [] : readChannels(context, asyncRoot);
  const roots = asyncRoot === undefined ? [document] : [document, asyncRoot];
  const unions = readUnions(context, roots);
  const limits = readLimits(context, roots);
  const tables = readTables(context, roots);
  const errorCodes = readErrorCodes(context, roots);
  const readAssumed = assumptions === undefined ? [] : readAssumptions(context, root(assumptions));
  const named = schemas.finish();
  const split = splitDirections(named, (item) => inputName(context, item));
  const byName = new Map(split.schemas.map(({ name, schema }) => [name, schema]));
  const info = record(child(context, options.openapi === undefined ? (asyncRoot ?? document) : document, "info"));
  const model: Model = {
    title: text(info["title"]),
    version: text(info["version"]),
    service: { title: text(info["title"]), version: text(info["version"]), ...readService(context, document) },
    sources: [openapi, asyncapi, assumptions].flatMap((file) => (file === undefined ? [] : file.label || [])),
    schemas: split.schemas,
    operations: operations.map((operation) => {
      const own = split.operation(operation);
      const isRead = own.accept === undefined || isJson(own.accept);
      const shapes = isRead ? answerShapes(byName, own.answers) : [];
      return { ...own, needs: needsOf(byName, own), answerShapes: shapes };
    }),
    unions,
    messages,
    channels,
    webhooks: webhooks.map(split.webhook),
    limits,
    tables,
    errorCodes,
    assumptions: readAssumed,
    undocumented: readMarks(files, schemas.symbols, "x-undocumented"),
    tensions: readMarks(files, schemas.symbols, "x-tensions"),
  };
  problems.throwIfErrors();
  const sources = {
    context,
    dialect,
    ...(options.openapi === undefined ? {} : { openapi: document }),
    ...(asyncRoot === undefined ? {} : { asyncapi: asyncRoot }),
  };
  return { model, bundle: () => bundle(context, document, named), sources };
}

/**
 * Applies each overlay to the file that its `extends` names, next to it or in its folders, else to the document. Returns
 * the files beside the document that were changed.
 */
async function applyEach(
  files: FileSet,
  { overlaid, overlays }: { readonly overlaid: SourceFile; readonly overlays: readonly SourceFile[] },
  problems: Problems,
): Promise<readonly SourceFile[]> {
  const byFile = new Map<SourceFile, readonly SourceFile[]>();
  for (const overlay of overlays) {
    const path = extendedBy(overlay);
    const file = path === undefined || path === overlaid.path ? overlaid : await files.read(path);
    if (file !== undefined) byFile.set(file, [...(byFile.get(file) ?? []), overlay]);
  }
  for (const [file, own] of byFile) await applyOverlays(file, own, problems);
  return [...byFile.keys()].filter((file) => file !== overlaid);
}

/** The file that an overlay names by a relative path. An address may be that under which the document is published. */
function extendedBy({ path, data }: SourceFile): string | undefined {
  const named = isRecord(data) ? text(data["extends"]) : "";
  return named === "" || URL.canParse(named) || isRemote(path) ? undefined : resolve(dirname(path), named);
}

/** What the version of a schema is called that callers send, where another one is received. */
function inputName({ names, schemas }: ReadContext, { name }: NamedSchema): string {
  const what = `what is sent of ${name}`;
  return `${name}Input${names.settle((suffix) => [`${name}Input${suffix}`], { what, origin: schemas.originOf(name) })}`;
}

/** Stands in for the OpenAPI document of a description that has events only. */
function noRoutes({ asyncapi = "" }: BuildOptions): SourceFile {
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "", version: "" }, paths: {} });
  return new SourceFile(`${asyncapi}.routes.json`, "", text);
}

export function root(file: SourceFile): Located {
  return { value: file.data, origin: { file, pointer: "" } };
}

/** Every schema under `components` gets a name; with `all` it is read too, used or not. */
function nameComponents(context: ReadContext, document: Located, all: boolean): void {
  const schemas = child(context, document, "components", "schemas");
  if (schemas === undefined) return;
  const { file, pointer } = schemas.origin;
  const listed = Object.keys(record(schemas)).sort();
  const located = (name: string): Located =>
    unwrapped({ value: record(schemas)[name], origin: { file, pointer: childPointer(pointer, name) } });
  // Who is written as a type is called has the first right to the name, so that a newcomer takes it from nobody.
  for (const fits of [true, false])
    for (const name of listed)
      if (!isReference(located(name).value) && (typeName(name) === name) === fits)
        context.schemas.reserve(located(name).origin);
  if (!all) return;
  for (const name of listed) context.schemas.component(located(name));
}

/** Every mark of every file, wherever it stands, so that no report can miss one. */
function readMarks(files: FileSet, symbols: ReadonlyMap<string, string>, keyword: string): Mark[] {
  const found: Mark[] = [];
  for (const file of files.all) {
    if (!file.mentions(keyword)) continue;
    const operations = new Map<string, string>();
    walk(file.data, "", (node, pointer) => {
      const id = text(node["operationId"]);
      if (id !== "") operations.set(pointer, id);
      const reasons = reasonsOf(node[keyword]);
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
