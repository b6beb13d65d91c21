import { afterEach, expect, test, vi } from "vitest";
import { toCloudflareHandler } from "../../runtime/adapters/index.js";
import { App, chatCommand, createClient } from "../../runtime/index.js";
import { createDeliveryHandler, createKeyStore } from "../../runtime/delivery/index.js";
import { listSigningKeys } from "../../generated/routes.js";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What versions of workerd refuse while a Worker's module is loaded, which is where programs make what they export. */
function refuseEverything(): void {
  const refuse = (): never => {
    throw new Error("Disallowed operation called within global scope.");
  };
  for (const name of ["fetch", "setTimeout", "setInterval", "setImmediate"]) vi.stubGlobal(name, refuse);
  vi.stubGlobal(
    "AbortController",
    class AbortController {
      constructor() {
        refuse();
      }
    },
  );
  vi.spyOn(AbortSignal, "timeout").mockImplementation(refuse);
  vi.spyOn(globalThis.crypto, "getRandomValues").mockImplementation(refuse);
  vi.spyOn(globalThis.crypto, "randomUUID").mockImplementation(refuse);
}

const baseUrl = "https://platform.example";
const token = "svc_app.7301000000000000001.secret";

test("an App and its handler are made without what a Worker may not do outside of a request", () => {
  refuseEverything();
  const app = new App(() => ({ baseUrl, token, events: false }));
  app.command(chatCommand({ name: "hello", description: "Say hello" }), ({ reply }) => reply("Hello."));
  expect(typeof toCloudflareHandler(app).fetch).toBe("function");
});

test("an App whose credentials are in the program is made without them too", () => {
  refuseEverything();
  expect(typeof toCloudflareHandler(new App({ baseUrl, token, events: false })).fetch).toBe("function");
});

test("a client, its key store and a delivery handler are made without them too", () => {
  refuseEverything();
  const client = createClient({ baseUrl, token });
  const handler = createDeliveryHandler({
    apps: client.appId,
    keys: createKeyStore({ fetchKeys: ({ signal }) => listSigningKeys(client, {}, { signal }) }),
    handle: () => ({ type: "defer" }),
  });
  expect(typeof toCloudflareHandler(handler).fetch).toBe("function");
});
