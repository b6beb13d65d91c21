import { isRecord } from "../../runtime/base/values.js";
import { pointerTokens } from "../load/pointer.js";
import { isForm } from "./bodies.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * A copy of a document of Swagger 2 in which everything is settled that the upgrader loses or leaves as it is: forms,
 * references to bodies among the parameters, the schemes of single operations, and discriminators.
 */
export function plainSwagger(document: Fields): Fields {
  const copy: Fields = structuredClone(document);
  const shared = isRecord(copy["parameters"]) ? copy["parameters"] : {};
  const parametersOf = ({ parameters }: Fields): readonly unknown[] =>
    (Array.isArray(parameters) ? parameters : []).map((parameter: unknown) => tabbed(written(parameter, shared)));
  const paths = mapped(copy["paths"], (item) => {
    const common = parametersOf(item);
    const operations = mapped(item, (operation, key) => {
      if (key.startsWith("x-")) return operation;
      const { schemes: _schemes, parameters: _parameters, ...rest } = operation;
      const own = parametersOf(operation);
      const fields = [...common, ...own].filter(isField);
      const parameters = own.filter((one) => !isField(one));
      const body = fields.length === 0 ? {} : { requestBody: formBody(fields, rest["consumes"] ?? copy["consumes"]) };
      return { ...rest, ...(parameters.length === 0 ? {} : { parameters }), ...body };
    });
    const others = common.filter((one) => !isField(one));
    return { ...operations, ...(common.length === 0 ? {} : { parameters: others }) };
  });
  const definitions = mapped(copy["definitions"], ({ discriminator, ...schema }) =>
    discriminator === undefined
      ? schema
      : {
          ...schema,
          discriminator: typeof discriminator === "string" ? { propertyName: discriminator } : discriminator,
        },
  );
  // The upgrader makes a body of each field that is shared.
  const parameters = Object.fromEntries(
    Object.entries(shared).flatMap(([name, one]) => (isField(one) ? [] : [[name, tabbed(one)]])),
  );
  const changed = { parameters, definitions };
  const own = Object.fromEntries(Object.entries(changed).filter(([key]) => key in copy));
  return { ...copy, paths, ...own };
}

/** An object with each of the objects in it changed. */
function mapped(value: unknown, change: (value: Fields, key: string) => Fields): Fields {
  const entries = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(entries.map(([key, item]) => [key, isRecord(item) ? change(item, key) : item]));
}

/** A parameter, written out where it is a reference to a part of the body. */
function written(parameter: unknown, shared: Fields): unknown {
  const reference = isRecord(parameter) ? parameter["$ref"] : undefined;
  if (typeof reference !== "string" || !reference.startsWith("#/parameters/")) return parameter;
  const target = shared[pointerTokens(reference.slice(1))[1] ?? ""];
  const isBody = isRecord(target) && (target["in"] === "body" || target["in"] === "formData");
  return isBody ? structuredClone(target) : parameter;
}

/** A list with tabs between its items, for which OpenAPI 3 has no style. */
function tabbed(parameter: unknown): unknown {
  if (!isRecord(parameter) || parameter["collectionFormat"] !== "tsv" || parameter["in"] !== "query") return parameter;
  const { collectionFormat: _format, ...rest } = parameter;
  return { ...rest, ...STYLES["tsv"] };
}

const isField = (parameter: unknown): parameter is Fields => isRecord(parameter) && parameter["in"] === "formData";

/** How lists are written, by the words of Swagger 2. */
const STYLES: Readonly<Record<string, object>> = {
  multi: { style: "form", explode: true },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  tsv: { style: "form", explode: false, "x-style": "tabDelimited" },
};
const COMMAS = { style: "form", explode: false };

/** The fields of a form as a body: of a field the upgrader keeps its type alone. */
function formBody(fields: readonly Fields[], consumes: unknown): Fields {
  const types: readonly unknown[] = Array.isArray(consumes) ? consumes : [];
  const listed = types.filter((type) => typeof type === "string" && isForm(type));
  const hasFile = fields.some(({ type }) => type === "file");
  const mediaTypes = hasFile
    ? ["multipart/form-data"]
    : listed.length > 0
      ? listed
      : ["application/x-www-form-urlencoded"];
  const required = fields.filter((field) => field["required"] === true).map(({ name }) => name);
  const properties = fields.map(
    ({ name, in: _in, required: _required, collectionFormat: _format, allowEmptyValue: _empty, ...schema }) =>
      [String(name), schema["type"] === "file" ? { ...schema, type: "string", format: "binary" } : schema] as const,
  );
  const lists = fields.filter(({ type }) => type === "array");
  const media = {
    schema: { type: "object", required, properties: Object.fromEntries(properties) },
    encoding: Object.fromEntries(
      lists.map(({ name, collectionFormat }) => [String(name), STYLES[String(collectionFormat)] ?? COMMAS]),
    ),
  };
  return {
    required: required.length > 0,
    content: Object.fromEntries(mediaTypes.map((type) => [String(type), structuredClone(media)])),
  };
}

/** Where in a document of Swagger 2 a place of the upgraded one came from. */
export function originalOfSwagger(pointer: string): string {
  return pointer
    .replace(/^\/components\/schemas(?=\/|$)/, "/definitions")
    .replace(/^\/components\/(parameters|responses)(?=\/|$)/, "/$1")
    .replace(/^\/components\/requestBodies(?=\/|$)/, "/parameters")
    .replace(/^\/components\/securitySchemes(?=\/|$)/, "/securityDefinitions");
}
