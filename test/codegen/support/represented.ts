import type { Files } from "./describe.js";
import { json, object, ok, one, ref, text } from "./operation.js";

export const BIG = { type: "integer", format: "int64" };
export const MOMENT = { type: "string", format: "date-time" };

const schemas = {
  Tree: object({ at: MOMENT, id: { ...BIG, minimum: 0 }, note: text, kids: { type: "array", items: ref("Tree") } }, [
    "at",
  ]),
  Either: {
    oneOf: [
      object({ kind: { const: "a" }, v: MOMENT }, ["kind", "v"]),
      object({ kind: { const: "b" }, v: text }, ["kind", "v"]),
    ],
  },
  Pair: { type: "array", prefixItems: [BIG, text], items: MOMENT },
  Map: { type: "object", properties: { plain: text }, additionalProperties: MOMENT },
};
/** A description with moments and large numbers in every place. */
export const REPRESENTED: Files = one(
  {
    responses: { ...ok(ref("Tree")), 404: { description: "", ...json(object({ since: MOMENT })) } },
    requestBody: { required: true, ...json(ref("Tree")) },
  },
  "/trees",
  "post",
  { components: { schemas } },
);
