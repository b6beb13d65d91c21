import { expect, test } from "vitest";
import type { EndpointRequest } from "svc-apps/sandbox";
import { call, start } from "./support.js";
import { verifies } from "./verify.js";

const badly = {
  "wrong-label": "signature",
  "other-app": "signature",
  "unknown-app": "app",
  milliseconds: "time",
  "too-old": "time",
  "too-new": "time",
  "five-entries": "entries",
  "unknown-key": "signature",
  "no-signature": "signature",
  "forged-signature": "signature",
  "altered-body": "signature",
  "reserialized-body": "signature",
  "spliced-delivery-id": "delivery",
  "wrong-recipe": "recipe",
  "missing-headers": "time",
  "unknown-key-beside": "good",
  "unknown-type": "good",
} as const;

/** The checks of a careful receiver, in their order; the first that fails. */
function verdictOf(
  ownAppId: string,
  nowMs: number,
  { headers, body }: EndpointRequest,
  keys: Parameters<typeof verifies>[4],
): string {
  if (headers["x-svc-version"] !== "1") return "recipe";
  const timestamp = headers["x-svc-timestamp"] ?? "";
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > 300) return "time";
  if (headers["x-svc-app"] !== ownAppId) return "app";
  if (!/^[0-9a-f-]{36}$/.test(headers["x-svc-delivery"] ?? "")) return "delivery";
  if ((headers["x-svc-signature"] ?? "").split(",").length > 4) return "entries";
  return verifies("interaction", ownAppId, headers, body, keys).includes(true) ? "good" : "signature";
}

test.each(Object.entries(badly))(
  "SBX-05 SBX-07 a delivery made badly as %s fails at the check of its %s",
  async (effect, check) => {
    const sandbox = await start();
    const { appId, person } = sandbox.defaults;
    await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
    const requests: EndpointRequest[] = [];
    await sandbox.portal.saveEndpoint({
      appId,
      url: "https://app.example/",
      inProcess: (request) => (requests.push(request), Promise.resolve({ status: 200, body: request.body })),
    });
    await sandbox.portal.probeEndpoint({ appId });
    const { keys } = (await call(sandbox, "listSigningKeys")).body as { readonly keys: Parameters<typeof verifies>[4] };
    sandbox.faults.delivery(effect as keyof typeof badly);
    for (const expected of [check, "good"]) {
      requests.length = 0;
      person.run("roll");
      await sandbox.clock.settle();
      const [request] = requests;
      expect(request === undefined ? "nothing came" : verdictOf(appId, sandbox.clock.now(), request, keys)).toBe(
        expected,
      );
    }
  },
);

test("SBX-05 SBX-07 a replayed delivery is the same to the byte, headers included", async () => {
  const sandbox = await start();
  const { appId, person } = sandbox.defaults;
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
  const requests: EndpointRequest[] = [];
  await sandbox.portal.saveEndpoint({
    appId,
    url: "https://app.example/",
    inProcess: (request) => (requests.push(request), Promise.resolve({ status: 200, body: request.body })),
  });
  await sandbox.portal.probeEndpoint({ appId });
  requests.length = 0;
  sandbox.faults.delivery("replay");
  person.run("roll");
  await sandbox.idle();
  expect(requests.map(({ headers, body }) => ({ headers, body }))).toEqual(
    [requests[0], requests[0]].map((request) => ({ headers: request?.headers, body: request?.body })),
  );
});
