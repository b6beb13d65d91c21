import type { ModuleWriter } from "../../../codegen/emit/writer.js";
import type {
  Answer,
  Assumption,
  Body,
  ErrorCodeModel,
  Limit,
  Model,
  NamedSchema,
  OperationModel,
  Parameter,
  Schema,
} from "../../../codegen/model/model.js";

/** A model with what a test cares about, and nothing else. */
export const modelWith = (rest: Partial<Model> = {}): Model => ({
  title: "Fixture",
  service: { title: "Fixture", version: "1", servers: [], securitySchemes: {}, security: [] },
  version: "1",
  sources: ["openapi.yaml"],
  schemas: [],
  operations: [],
  unions: [],
  messages: [],
  channels: [],
  webhooks: [],
  limits: [],
  tables: [],
  errorCodes: [],
  assumptions: [],
  undocumented: [],
  tensions: [],
  ...rest,
});

/** A schema that goes both ways. */
export const named = (name: string, schema: Schema, rest: Partial<NamedSchema> = {}): NamedSchema => ({
  name,
  schema,
  origin: `openapi.yaml#/${name}`,
  sent: true,
  received: true,
  ...rest,
});

/** An operation of which nothing is said. */
export const operationWith = (functionName: string, rest: Partial<OperationModel> = {}): OperationModel => ({
  id: functionName,
  functionName,
  tags: [],
  typeName: functionName.charAt(0).toUpperCase() + functionName.slice(1),
  method: "GET",
  path: "/things",
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
  retry: "never",
  urgent: false,
  auth: true,
  stream: false,
  mayBeEmpty: false,
  placement: {},
  undocumented: [],
  tensions: [],
  origin: `openapi.yaml#/${functionName}`,
  ...rest,
});

export const parameterWith = (name: string, schema: Schema, rest: Partial<Parameter> = {}): Parameter => ({
  wireName: name,
  name,
  in: "query",
  required: false,
  repeated: false,
  reserved: false,
  schema,
  doc: "",
  deprecated: false,
  undocumented: [],
  tensions: [],
  ...rest,
});

/** A JSON body that is passed whole. */
export const bodyWith = (schema: Schema, rest: Partial<Body> = {}): Body => ({
  mediaType: "application/json",
  schema,
  required: true,
  others: [],
  encoding: {},
  flat: false,
  ...rest,
});

export const answerWith = (status: string, schema?: Schema, doc = ""): Answer => ({
  status,
  ...(schema === undefined ? {} : { mediaType: "application/json", schema }),
  doc,
});

export const limitWith = (name: string, value: number, rest: Partial<Limit> = {}): Limit => ({
  name,
  value,
  unit: "count",
  meaning: "",
  appliesTo: "",
  ...rest,
});

export const codeWith = (code: string, rest: Partial<ErrorCodeModel> = {}): ErrorCodeModel => ({
  code,
  condition: "",
  advice: "",
  ...rest,
});

/** Two assumptions: one with readings that can be listed, and one with types. */
export const ASSUMPTIONS: readonly Assumption[] = [
  {
    name: "patience-ms",
    unknown: "How long.",
    alternatives: [],
    types: ["integer", "null"],
    unit: "ms",
    default: 50,
    scopes: ["test double", "client"],
    touches: [],
  },
  {
    name: "place",
    unknown: "Where.",
    alternatives: [
      { value: "body", meaning: "Inside." },
      { value: "query", meaning: "Outside." },
    ],
    types: [],
    unit: "",
    default: "body",
    scopes: ["client"],
    touches: [],
  },
];

/** What a module says below its head. */
export const textOf = (module: ModuleWriter): string => {
  const text = module.toString();
  return text.slice(text.indexOf(" */\n") + 4).trim();
};
