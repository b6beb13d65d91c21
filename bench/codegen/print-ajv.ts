import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { schemas } from "../../generated/validators/schemas.js";

/** The module that ajv prints for the interaction union. */
export function printAjv(): string {
  const ajv = new Ajv2020({ code: { source: true }, strict: false });
  // The package is CommonJS: its function is the module or its default, depending on who looks.
  const print = ("default" in standalone ? standalone.default : standalone) as unknown as (
    ajv: Ajv2020,
    validate: object,
  ) => string;
  return print(ajv, ajv.compile({ $defs: schemas, $ref: "#/$defs/Interaction" }));
}
