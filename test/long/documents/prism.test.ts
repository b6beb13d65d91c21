import { readFile, writeFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createCaller, settled } from "../../../runtime/caller/index.js";
import { isHttpError, isRefusal } from "../../../runtime/http/index.js";
import type { OperationModel } from "../../../codegen/model/model.js";
import { generated, startPrism } from "../../caller/prism.js";
import { pinned } from "./list.js";

/** Parameters whose examples do not fit their own description: a digit of this one is missing. */
const MENDED: Readonly<Record<string, object>> = {
  "create-booking": { trip_id: "4f4e4e10-c824-4d63-b37a-d8d698862f1d" },
};

/** A credential for a scheme of any kind. */
const ANY = { username: "u", password: "p" };

/** A copy in which extensions say nothing: Prism follows references in them, to pages that are not here. */
async function withoutExtensions(document: string): Promise<string> {
  const data: unknown = parse(await readFile(document, "utf8"), (key, value: unknown) =>
    typeof key === "string" && key.startsWith("x-") ? undefined : value,
  );
  const copy = `${document}.plain.json`;
  await writeFile(copy, JSON.stringify(data));
  return copy;
}

const NAMES = ["train-travel.yaml", "museum.yaml"] as const;
const had = await Promise.all(NAMES.map(async (name) => [name, await pinned(name)] as const));
const here = had.flatMap(([name, document]) => (document === undefined ? [] : [[name, document] as const]));

test.skipIf(here.length < NAMES.length)("both documents are here: SVC_DOCUMENTS_FETCH=1 brings them", () => {
  expect(here.map(([name]) => name)).toEqual(NAMES);
});

describe.each(here)("%s, played by Prism", async (_, document) => {
  const made = await generated(document);
  const prism = await startPrism(await withoutExtensions(document));
  afterAll(prism.stop);
  const fitting = (operation: OperationModel): object => ({ ...made.fitting[operation.id], ...MENDED[operation.id] });
  const schemes = Object.entries(made.service.securitySchemes);
  const auth = Object.fromEntries(
    schemes.map(([scheme, { type, ...rest }]) => [
      scheme,
      type === "http" && "scheme" in rest && rest.scheme === "basic" ? ANY : "token",
    ]),
  );
  const options = { service: made.service, baseUrl: prism.baseUrl, validators: made.validators, retry: false } as const;

  test.each(made.model.operations.map((operation) => [operation.functionName, operation] as const))(
    "%s is called as its description says, and its answer passes the guards",
    async (id, operation) => {
      const call = made.routes[id];
      if (call === undefined) throw new Error(`${id} is not generated`);
      const ended = await settled(call(createCaller({ ...options, auth }), fitting(operation)));
      expect(ended).toMatchObject({ ok: true });
      expect(operation.answers.map(({ status }) => status)).toContain(String(ended.status));
      expect(ended.headers["sl-violations"]).toBeUndefined();
    },
  );

  // Prism answers by what is asked for: where that is not JSON it has no failure to give.
  const failing = made.model.operations
    .filter(({ accept }) => accept === undefined)
    .flatMap((operation) =>
      operation.answers
        .filter(({ status, schema }) => /^[45]\d\d$/.test(status) && schema !== undefined)
        .map(({ status }) => [operation.functionName, status, operation] as const),
    );
  test.each(failing)(
    "%s refuses with %s by an error with the body that is described",
    async (id, status, operation) => {
      const caller = createCaller({ ...options, auth, headers: { prefer: `code=${status}` } });
      const thrown = await made.routes[id]?.(caller, fitting(operation)).catch((error: unknown) => error);
      expect(isHttpError(thrown) || isRefusal(thrown)).toBe(true);
      expect(thrown).toMatchObject({ status: Number(status), operation: operation.id });
      const fits = made.validators[operation.id]?.answers[status];
      expect(fits?.((thrown as { readonly body: unknown }).body)).toBe(true);
    },
  );
});
