import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asServerId, type ChannelId, type HttpDiagnostic, createClient, createMessage, getMe } from "svc-apps";
import { type Operation, operations, type TransportRequest } from "svc-apps/rest";
import { fakeTransport, ok, type Reply } from "../support/fake-transport.js";
import { outcomeOf } from "../support/test-client.js";
import { createVirtualClock } from "../support/virtual-clock.js";

/** Everything a program could print of a value: its text, its inspection to the bottom, its JSON, its stack. */
function everythingShown(value: unknown): string {
  const deep = inspect(value, { depth: 10, maxStringLength: null, maxArrayLength: null, breakLength: Infinity });
  const stacks: string[] = [];
  for (let error = value; error instanceof Error; error = error.cause)
    stacks.push(String(error.stack), JSON.stringify(error));
  return [deep, String(value), JSON.stringify(value) ?? "", ...stacks].join("\n");
}

const secrets = fc.stringMatching(/^[\x21-\x7e]{8,40}$/).map((text) => `k9${text}`);

/** Ways in which the far side, or what lies between, may throw our own request back at us. */
const hostile = (secret: string): readonly Reply[] => {
  const echo = (request: TransportRequest) => JSON.stringify(request);
  const thrown = (request: TransportRequest) =>
    Object.assign(new Error(`cannot send ${echo(request)}`), {
      request,
      config: { headers: request.headers },
      code: `E_${secret}`,
    });
  return [
    async (request) => ({ status: 400, headers: {}, body: echo(request) }),
    async (request) => ({ status: 400, headers: {}, body: JSON.stringify({ code: request.headers["authorization"] }) }),
    async (request) => ({
      status: 409,
      headers: {},
      body: JSON.stringify({ code: "STALE_REVISION", currentRevision: echo(request) }),
    }),
    async (request) => ({ status: 502, headers: {}, body: `<pre>${echo(request)}</pre>` }),
    async () => ({ status: 400, headers: {}, body: encodeURIComponent(secret) }),
    async (request) => ({ status: 302, headers: { location: `/?t=${request.headers["authorization"]}` }, body: "" }),
    async (request) => ({ status: 429, headers: { "retry-after": request.headers["authorization"] ?? "" }, body: "" }),
    async (request) => ({ status: 200, headers: {}, body: `not json: ${echo(request)}` }),
    (request) => Promise.reject(thrown(request)),
    (request) => Promise.reject(new Error("outer", { cause: thrown(request) })),
    (request) => Promise.reject(Object.assign(new AggregateError([thrown(request)], "all failed"))),
    (request) => Promise.reject(request as never),
  ];
};

describe("AUTH-03 the secret shows in nothing that is thrown or told, whatever comes back", () => {
  test.each(hostile("x").map((_, at) => at))("hostile answer %i", async (at) => {
    await fc.assert(
      fc.asyncProperty(secrets, async (secret) => {
        const told: HttpDiagnostic[] = [];
        const { transport } = fakeTransport(hostile(secret)[at]!);
        const client = createClient({
          baseUrl: "https://chat.example",
          token: `svc_app.71.${secret}`,
          transport,
          clock: createVirtualClock(),
          retry: { retries: 0, rateLimitRetries: 0 },
          onDiagnostic: (event) => told.push(event),
        });
        const error = await outcomeOf(getMe(client, {}));
        expect(error).toBeInstanceOf(Error);
        for (const shown of [error, ...told, client].map(everythingShown)) expect(shown).not.toContain(secret);
        expect(everythingShown((error as { body?: unknown }).body)).not.toContain(secret);
      }),
      { numRuns: 30 },
    );
  });
});

test("AUTH-04 no operation puts the credential anywhere but into its header, whatever the parameters are", async () => {
  const value = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("a/../b", "?x=1", "#", "%2e%2e", "\r\nx: y", "é", "🎲"),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Operation>(...Object.values(operations)),
      value,
      secrets,
      async (operation, text, secret) => {
        const { transport, requests } = fakeTransport(ok({}));
        const client = createClient({
          baseUrl: "https://chat.example/base",
          token: `svc_app.71.${secret}`,
          transport,
          clock: createVirtualClock(),
          assumptions: { reactionRoute: "POST /x/{servidor}/{canal}/{mensagem}" },
        });
        const names = [operation.pathParams, operation.queryParams].flatMap((map) => Object.values(map ?? {}));
        const params = Object.fromEntries(
          [...names, ...(operation.needs ?? []), "content"].map((name) => [name, text]),
        );
        await outcomeOf(client.call(operation, params));
        for (const { headers, ...rest } of requests) {
          const { authorization, ...others } = headers;
          expect(authorization).toBe(operation.auth === false ? undefined : `Bearer svc_app.71.${secret}`);
          expect(JSON.stringify([rest, others])).not.toContain(secret);
          expect(Object.keys(others)).not.toContain("cookie");
          // GEN-11: the request arrives on the operation's own path, with as many segments as its template has.
          const { pathname } = new URL(rest.url);
          const template = operation.path || "/x/{servidor}/{canal}/{mensagem}";
          expect(pathname.split("/")).toHaveLength(`/base${template}`.split("/").length);
        }
        if (text !== "." && text !== "..") expect(requests).toHaveLength(1);
      },
    ),
    { numRuns: 300 },
  );
});

test("GEN-11 parameters survive the way: what is decoded at the other end is what was given", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.string({ unit: "grapheme" }),
      async (channel, content) => {
        const { transport, requests } = fakeTransport(ok({ message: {} }, 201));
        const client = createClient({ baseUrl: "https://chat.example", token: "svc_app.71.s3cr3t", transport });
        const params = {
          serverId: asServerId("7101"),
          channelId: channel as ChannelId,
          content,
          clientRef: "r",
        };
        await outcomeOf(createMessage(client, params));
        const sent = requests[0];
        if (channel === "." || channel === "..") {
          expect(sent).toBeUndefined();
          return;
        }
        const segments = new URL(sent?.url ?? "").pathname.split("/");
        expect(decodeURIComponent(segments[5] ?? "")).toBe(channel);
        expect(JSON.parse(sent?.body ?? "")).toEqual({ content, clientRef: "r" });
      },
    ),
  );
});
