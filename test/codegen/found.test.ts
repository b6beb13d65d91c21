import { expect, test } from "vitest";
import { emitAll, OPTIONAL } from "../../codegen/emit/index.js";
import { compile, project } from "./support/compile.js";
import { type Files, modelOf, openapi } from "./support/describe.js";
import { json, object, ok, one, ref } from "./support/operation.js";

/** What kept documents of others from compiling, each as small as it can be. `test/long/documents.test.ts` finds more. */
const found: Readonly<Record<string, Files>> = {
  "a pattern that says nothing, as its value is a number": one(
    ok(object({ at: { type: "integer", pattern: "^1+$" } })),
  ),
  "a constant list that says nothing, as none of it is of the type": one({
    responses: ok(object({ at: { type: "integer", enum: "abcdefghi".split("") } })),
  }),
  "no operation at all": {
    "openapi.yaml": openapi({ components: { schemas: { A: { type: "string" } } } }),
  },
  "webhooks alone": {
    "openapi.yaml": openapi({
      webhooks: { sold: { post: { requestBody: json(ref("A")), responses: {} } } },
      components: { schemas: { A: { type: "string" } } },
    }),
  },
};

test("what was found in documents of others compiles", async () => {
  const emitted = Object.entries(found).map(async ([, files], index) => {
    const { model } = await modelOf(files, { strict: false });
    return [`found${index}`, emitAll(model, { runtime: "../abi/index.js" }, OPTIONAL)] as const;
  });
  const folder = await project(Object.fromEntries(await Promise.all(emitted)));
  expect(await compile(folder, "7.0")).toBe("");
});
