import type { NamedSchema, OperationModel, Parameter, Schema } from "../../../codegen/model/model.js";

/** Schemas with their names. */
export const named = (schemas: Readonly<Record<string, Schema>>): NamedSchema[] =>
  Object.entries(schemas).map(([name, schema]) => ({ name, schema, origin: "", sent: true, received: true }));

/** The least that an operation can say. */
export function operation(rest: Partial<OperationModel> = {}): OperationModel {
  return {
    id: "getThing",
    functionName: "getThing",
    tags: [],
    typeName: "GetThing",
    method: "GET",
    path: "/thing",
    summary: "",
    description: "",
    deprecated: false,
    parameters: [],
    queryConst: {},
    needs: [],
    answers: [],
    answerShapes: [],
    errorCodes: [],
    possibleCodes: [],
    retry: "",
    urgent: false,
    auth: true,
    stream: false,
    mayBeEmpty: false,
    placement: {},
    undocumented: [],
    tensions: [],
    origin: "openapi.yaml#/paths",
    ...rest,
  };
}

/** A parameter of texts, which may be left out. */
export function parameter(name: string, rest: Partial<Parameter> = {}): Parameter {
  return {
    wireName: name,
    name,
    in: "query",
    required: false,
    repeated: false,
    reserved: false,
    schema: { type: "string" },
    doc: "",
    deprecated: false,
    undocumented: [],
    tensions: [],
    ...rest,
  };
}
