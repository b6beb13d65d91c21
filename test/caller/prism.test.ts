import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../runtime/abi/index.js";
import { createCaller, type GenericCaller, settled } from "../../runtime/caller/index.js";
import { isHttpError } from "../../runtime/http/index.js";
import { CREDENTIALS, FITTING, generated, type Generated, STYLES } from "./support.js";
import { startPrism } from "./prism.js";

/**
 * Prism plays a service from its description alone, and refuses every request that does not fit it: an opinion about
 * requests that is not ours.
 */
let made: Generated;
let caller: GenericCaller;
let stop = (): void => undefined;

beforeAll(async () => {
  made = await generated();
  const { baseUrl, stop: end } = await startPrism(STYLES);
  stop = end;
  caller = createCaller({
    service: made.service,
    baseUrl,
    auth: CREDENTIALS,
    validators: made.validators,
    retry: false,
  });
}, 60_000);
afterAll(() => stop());

test.each(Object.keys(FITTING))(
  "%s is called as its description says, and its answer passes the guards",
  async (name) => {
    const ended = await settled(made.routes[name]?.(caller, FITTING[name]) as Call<unknown>);
    expect(ended).toMatchObject({ ok: true, status: { sendFile: 201, makeUser: 201, sendBytes: 204 }[name] ?? 200 });
    expect(ended.headers["sl-violations"]).toBeUndefined();
  },
);

test("what does not fit is refused, as an error with the body that is described", async () => {
  const ended = await settled(made.routes["makeUser"]?.(caller, { name: "A", password: "p" }) as Call<unknown>);
  expect(ended).toMatchObject({ ok: false, status: 422, error: { title: "No" } });
  const thrown = await made.routes["makeUser"]?.(caller, { name: "A", password: "p" }).catch((error: unknown) => error);
  expect(isHttpError(thrown)).toBe(true);
  expect(thrown).toMatchObject({ kind: "http", status: 422, body: { title: "No" }, operation: "makeUser" });
});

test("bytes are answered as a Blob", async () => {
  expect(await made.routes["readFile"]?.(caller)).toBeInstanceOf(Blob);
});
