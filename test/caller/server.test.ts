import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Server, Service } from "../../runtime/abi/index.js";
import { type CallerOptions, createCaller } from "../../runtime/caller/index.js";
import { json, READ, world } from "./world.js";

const serviceOf = (...servers: readonly Server[]): Service => ({
  title: "T",
  version: "1",
  servers,
  securitySchemes: {},
  security: [],
});

/** The address that a call is sent to. */
async function address(service: Service, options: Partial<CallerOptions> = {}): Promise<string | undefined> {
  const { caller, sent } = world([() => json({})], { baseUrl: undefined as never, service, auth: "token", ...options });
  await caller.call(READ, { id: "1" });
  return sent[0]?.url;
}

describe("the server of a description", () => {
  const service = serviceOf(
    {
      url: "https://{region}.example/{base}/",
      variables: { region: { default: "eu", enum: ["eu", "us"] }, base: { default: "v1" } },
    },
    { url: "https://test.example", description: "test" },
  );

  test("the first with its defaults, another, or other values", async () => {
    expect(await address(service)).toBe("https://eu.example/v1/things/1");
    expect(await address(service, { server: { which: "test" } })).toBe("https://test.example/things/1");
    expect(await address(service, { server: { variables: { region: "us", base: "v2" } } })).toBe(
      "https://us.example/v2/things/1",
    );
  });

  test("what the description does not offer is refused", () => {
    expect(() => createCaller({ service, server: { variables: { region: "moon" } } })).toThrow(
      'the variable region of the server is one of eu, us, got "moon"',
    );
    expect(() => createCaller({ service: serviceOf({ url: "https://{a}.example" }) })).toThrow(
      "the variable a of the server has no value",
    );
    expect(() => createCaller({})).toThrow("no server is described: pass a baseUrl");
    expect(() => createCaller({ baseUrl: "/v1" })).toThrow("/v1 is no address of a service");
  });

  test("an @ in the path of an address is no user", async () => {
    const { caller, sent } = world([() => json({})], { baseUrl: "https://api.example/@scope" });
    await caller.call(READ, { id: "1" });
    expect(sent[0]?.url).toBe("https://api.example/@scope/things/1");
  });

  test.each(["https://user:hush@api.example", "https://api.example?key=hush", "https://api.example/#hush"])(
    "an address that paths cannot be appended to is refused and not shown: %s",
    (baseUrl) => {
      const make = () => createCaller({ baseUrl });
      expect(make).toThrow("baseUrl is no address of a service, such as https://host/path");
      expect(make).not.toThrow("hush");
    },
  );
});

describe("variables of a server", () => {
  const label = "must be one label of a host";
  const host = "must be a host";
  const segment = "must be a segment";
  const listed = "must be described";
  const elsewhere = "change the address";

  test.each([
    ["https://{v}.example", "evil.com/", label],
    ["https://{v}.example", "evil.com\\", label],
    ["https://{v}.example", "[::1]/", label],
    ["https://{v}.example", "a.b", label],
    ["https://{v}.example", "evil.com#", label],
    ["https://{v}.example", "evil.com?", label],
    ["https://{v}.example", "user@evil", label],
    ["https://{v}.example", "evil\t", label],
    ["https://{v}.example", "a".repeat(64), label],
    ["https://{v}.example", "", label],
    ["https://api-{v}.example/v1", "x/y", label],
    ["https://api.example.com{v}", "evil", listed],
    ["https://api.example.com{v}/x", "-evil", listed],
    ["https://api.example.co{v}:8080/x", "m", listed],
    ["https://api.example.{v}", "zip", listed],
    ["https://{v}/api/v3", "evil.com/api", host],
    ["https://{v}/api/v3", "user:pass@evil.com", host],
    ["https://{v}/api/v3", "evil.com:80@good.com", host],
    ["https://{v}/api/v3", "[::1]", host],
    ["https://{v}/api/v3", "", host],
    ["https://{v}/api/v3", "0x7f.1", elsewhere],
    ["https://{v}/api/v3", "2130706433", elsewhere],
    ["https://{v}:8080/api", "evil.com/", host],
    ["https://api.example:{v}/", "80@evil.com", "must be a port"],
    ["https://api.example:{v}", "443.evil.com", "must be a port"],
    ["{v}://api.example", "https://evil.com", "must be http or https"],
    ["{v}://api.example", "file", "must be http or https"],
    ["{v}.example/v1", "https://evil.com/", "must be http or https"],
    ["{v}/v1", "javascript:alert()", "must be an address"],
    ["{v}/v1", "https://user@evil.com", "must be an address"],
    ["https://api.example/{v}/x", "..", elsewhere],
    ["https://api.example/a/{v}", ".", elsewhere],
    ["https://api.example/{v}/x", "", segment],
    ["https://api.example/{v}/x", "\ud800", segment],
  ])("%s does not take %j", (url, v, why) => {
    const make = () => createCaller({ service: serviceOf({ url }), server: { variables: { v } } });
    expect(make).toThrow(why);
  });

  test.each([
    ["https://{v}.example", "evil-1", "https://evil-1.example"],
    ["https://{v}.example", "a".repeat(63), `https://${"a".repeat(63)}.example`],
    ["https://{v}/api/v3", "Git.corp.example:8443", "https://git.corp.example:8443/api/v3"],
    ["https://api.example:{v}/", "8443", "https://api.example:8443"],
    ["{v}://api.example/", "https", "https://api.example"],
    ["{v}/v1", "https://api.example/base/", "https://api.example/base/v1"],
    ["https://api.example/{v}/x", "a/../b?c#d", "https://api.example/a%2F..%2Fb%3Fc%23d/x"],
  ])("%s takes %j", async (url, v, want) => {
    expect(await address(serviceOf({ url }), { server: { variables: { v } } })).toBe(`${want}/things/1`);
  });

  test("what the description itself names may be several labels or segments, and leads nowhere else either", async () => {
    const at = (url: string, standard: string) => serviceOf({ url, variables: { v: { default: standard } } });
    expect(await address(at("https://{v}.example/", "api.eu"))).toBe("https://api.eu.example/things/1");
    expect(await address(at("https://api.example/{v}", "rest/v 1"))).toBe("https://api.example/rest/v%201/things/1");
    expect(await address(at("https://api.example/{v}", ""))).toBe("https://api.example/things/1");
    expect(await address(at("https://api.{v}/", "example"))).toBe("https://api.example/things/1");
    expect(() => createCaller({ service: at("https://{v}.example", "evil.com/") })).toThrow(host);
    expect(() => createCaller({ service: at("https://api.example/a/{v}", "b/../../c") })).toThrow(elsewhere);
  });

  test("no value of a label or a path makes another host of the address", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...".,/,\\,@,:,#,?,%,[,],\t,\n,\0,a,1,-".split(",")) }),
    );
    fc.assert(
      fc.property(text, text, (tenant, base) => {
        const service = serviceOf({ url: "https://{tenant}.good.example/{base}/v1" });
        let sent = "";
        const fetch: CallerOptions["fetch"] = (url) => {
          sent = String(url);
          return Promise.resolve(json({}));
        };
        try {
          void createCaller({ service, fetch, auth: "token", server: { variables: { tenant, base } } }).call(READ, {
            id: "1",
          });
        } catch {
          return true;
        }
        const { hostname, pathname } = new URL(sent === "" ? "https://a.good.example/x/v1/things/1" : sent);
        return hostname.endsWith(".good.example") && /^\/[^/]+\/v1\/things\/1$/.test(pathname);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("plain http", () => {
  const described = serviceOf({ url: "http://{v}/", variables: { v: { default: "api.example" } } });

  test("goes to this machine only, unless that is said: with an address, and with a server of the description", () => {
    const why = "http://api.example/ is http: it needs allowInsecure";
    expect(() => createCaller({ baseUrl: "http://api.example/" })).toThrow(why);
    expect(() => createCaller({ service: described })).toThrow(why);
    expect(() => createCaller({ baseUrl: "http://10.0.0.1" })).toThrow("it needs allowInsecure");
    expect(() => createCaller({ baseUrl: "HTTP:/api.example" })).toThrow("it needs allowInsecure");
    for (const baseUrl of ["http://localhost:8080", "http://127.0.0.1/", "http://[::1]:1/", "http://service.test"])
      expect(() => createCaller({ baseUrl })).not.toThrow();
    expect(() => createCaller({ baseUrl: "http://api.example/", allowInsecure: true })).not.toThrow();
    expect(() => createCaller({ service: described, allowInsecure: true })).not.toThrow();
    expect(() => createCaller({ service: described, server: { variables: { v: "localhost" } } })).not.toThrow();
  });
});
