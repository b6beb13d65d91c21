import type { Located } from "../load/files.js";
import { optional } from "../load/optional.js";
import type { Origin, Problems } from "../load/problems.js";
import type { SourceFile } from "../load/source.js";
import { record } from "./context.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import { originalOfSwagger, plainSwagger } from "./swagger.js";
import type { Dialect } from "./tolerate.js";

/** Makes the document understood that the file holds, as far as its version asks for it; undefined where none can. */
export async function settleOpenApi(file: SourceFile, problems: Problems): Promise<Dialect | undefined> {
  const document = { value: file.data, origin: { file, pointer: "" } };
  const { swagger, openapi } = record(document);
  if (swagger !== undefined && openapi === undefined) {
    if (!/^2(\.0)*$/.test(String(swagger)))
      return unknownVersion(document, "swagger", "OpenAPI 3, or Swagger 2.0", problems);
    checkText(document, "swagger", problems);
    const upgrader = await optional(
      { origin: document.origin, problems, ...UPGRADER },
      () => import("@scalar/openapi-upgrader/2.0-to-3.0"),
    );
    if (upgrader === undefined) return undefined;
    // The upgrader writes into what it is given and knows a version by its text.
    const upgraded = converted(document, problems, (): unknown =>
      upgrader.upgradeFromTwoToThree({ ...plainSwagger(record(document)), swagger: "2.0" }),
    );
    if (upgraded === undefined) return undefined;
    file.replace(upgraded, originalOfSwagger);
    return "3.0";
  }
  // YAML reads 3.0 without quotes as the number 3.
  const version = /^3(?:\.([012])(?:\.|-|$)|$)/.exec(String(openapi));
  if (version === null) return unknownVersion(document, "openapi", "OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0", problems);
  checkText(document, "openapi", problems);
  return (version[1] ?? "0") === "0" ? "3.0" : "3.1";
}

/** The same for a document of events. */
export async function settleAsyncApi(file: SourceFile, problems: Problems): Promise<boolean> {
  const document = { value: file.data, origin: { file, pointer: "" } };
  const { asyncapi } = record(document);
  if (String(asyncapi).startsWith("3.")) {
    checkText(document, "asyncapi", problems);
    dropForeignSchemas(document, problems);
    return true;
  }
  if (!/^2\.\d/.test(String(asyncapi))) {
    unknownVersion(document, "asyncapi", "AsyncAPI 3 or 2", problems);
    return false;
  }
  const converter = await optional(
    { origin: document.origin, problems, ...CONVERTER },
    () => import("@asyncapi/converter"),
  );
  if (converter === undefined) return false;
  const made = converted(document, problems, (): unknown =>
    converter.convert({ ...structuredClone(record(document)), asyncapi: String(asyncapi) } as never, "3.0.0"),
  );
  if (made === undefined) return false;
  file.replace(made);
  dropForeignSchemas({ value: file.data, origin: document.origin }, problems);
  return true;
}

/** What a converter makes of a document; undefined, and an error, where it throws: it takes a valid one for granted. */
function converted({ origin }: Located, problems: Problems, convert: () => unknown): unknown {
  try {
    return convert();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.error(origin, `the document cannot be converted to a current version (${reason})`, "Correct it first.");
    return undefined;
  }
}

const UPGRADER = { name: "@scalar/openapi-upgrader", what: "a document of this version" };
const CONVERTER = { name: "@asyncapi/converter", what: "a document of this version" };

/** Languages that schemas are read in. */
const READABLE = /schema\+?(json|yaml)?|asyncapi|openapi/i;

/** Puts "anything" in the place of schemas that are written in a language of their own, such as Avro. */
function dropForeignSchemas({ value, origin }: Located, problems: Problems): void {
  const settle = (part: unknown, pointer: string): unknown => {
    if (Array.isArray(part)) return part.map((item, index) => settle(item, childPointer(pointer, index)));
    if (!isRecord(part)) return part;
    const { schemaFormat: format } = part;
    if (typeof format === "string" && "schema" in part && !READABLE.test(format)) {
      const at = { file: origin.file, pointer: childPointer(pointer, "schemaFormat") };
      const advice = "Its values are of type unknown; describe them in JSON Schema to have a type.";
      problems.warning(at, `a schema in ${format} is not read`, advice);
      const { schemaFormat: _format, ...rest } = part;
      return { ...rest, schemaFormat: "application/schema+json", schema: true };
    }
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [key, settle(item, childPointer(pointer, key))]),
    );
  };
  if (isRecord(value)) origin.file.replace(settle(value, ""));
}

function checkText({ value, origin }: Located, key: string, problems: Problems): void {
  const version = record({ value, origin })[key];
  if (typeof version === "string") return;
  const at = { file: origin.file, pointer: `/${key}` };
  problems.violation(at, `\`${key}\` is not a string`, "Write the version in quotes.");
}

function unknownVersion(document: Located, key: string, understood: string, problems: Problems): undefined {
  const version = record(document)[key];
  const origin: Origin = { file: document.origin.file, pointer: version === undefined ? "" : `/${key}` };
  const found = version === undefined ? `has no \`${key}\` version` : `says \`${key}: ${String(version)}\``;
  problems.error(origin, `the document ${found}`, `Understood are ${understood}; convert the document first.`);
}
