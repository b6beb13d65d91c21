import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** A second opinion: the same schemas, judged by ajv; undefined where it breaks. */
export function judges(
  schemas: Readonly<Record<string, unknown>>,
  only?: readonly string[],
): Readonly<Record<string, (value: unknown) => boolean | undefined>> {
  const ajv = new Ajv2020({ strict: false, validateFormats: true, logger: false });
  // The package is CommonJS: its function is the module itself or its default, depending on who looks.
  const plugin = ("default" in formats ? formats.default : formats) as unknown as (target: Ajv2020) => void;
  plugin(ajv);
  ajv.addSchema({ $id: "all", components: { schemas } });
  return Object.fromEntries(
    (only ?? Object.keys(schemas)).map((name) => {
      const check = ajv.compile({ $ref: `all#/components/schemas/${name}` });
      const judge = (value: unknown): boolean | undefined => {
        try {
          return check(value) === true;
        } catch (error) {
          // Its bookkeeping of unevaluated properties fails on some mixtures of keywords.
          if (error instanceof TypeError && error.message.startsWith("Cannot set properties")) return undefined;
          throw error;
        }
      };
      return [name, judge];
    }),
  );
}
