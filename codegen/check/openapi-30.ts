import type { Shapes } from "./kinds.js";
import { OPENAPI, type OpenApiName } from "./openapi.js";

/** The same for 3.0, whose schemas have words of their own. */
export const OPENAPI_30: Shapes<OpenApiName> = {
  ...OPENAPI,
  Schema: {
    ...OPENAPI.Schema,
    fields: {
      ...OPENAPI.Schema.fields,
      nullable: "flag",
      exclusiveMinimum: { either: ["flag", "number"] },
      exclusiveMaximum: { either: ["flag", "number"] },
    },
  },
};
