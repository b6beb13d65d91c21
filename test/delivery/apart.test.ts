import { readdir, readFile } from "node:fs/promises";
import { createClient } from "svc-apps";
import { createKeyStore } from "svc-apps/delivery";
import { listSigningKeys, operations } from "svc-apps/rest";
import { startSandbox } from "svc-apps/sandbox";
import type { ErrorBodyEndpointUnreachable } from "svc-apps/types";
import { isEndpointUnreachableExtras } from "svc-apps/validators";
import { expect, onTestFinished, test } from "vitest";

async function sources(): Promise<ReadonlyMap<string, string>> {
  const folder = new URL("../../runtime/delivery/", import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder), "utf8")] as const)),
  );
}

test("SIG-29 nothing in the delivery module is keyed: no HMAC, no token, no credential", async () => {
  const found = await sources();
  expect(found.size).toBeGreaterThan(30);
  for (const [name, text] of found) {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    expect(code, name).not.toMatch(/hmac|bearer|authorization|credential|tokenPrefix/i);
  }
});

test("SIG-29 SIG-20 the key route is fetched without the App's credential", async () => {
  expect(operations.listSigningKeys.auth).toBe(false);
  const sandbox = await startSandbox({ clock: "virtual", seed: 3, port: null });
  onTestFinished(() => sandbox.stop());
  const { token } = sandbox.defaults;
  const seen: string[] = [];
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    token,
    clock: sandbox.clock,
    transport(request) {
      seen.push(JSON.stringify(request));
      return sandbox.request(request);
    },
  });
  const store = createKeyStore({
    fetchKeys: ({ signal }) => listSigningKeys(client, {}, { signal }),
    clock: sandbox.clock,
  });
  await store.prefetch();
  expect(store.current()?.size).toBe(1);
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toContain(token);
  expect(seen[0]?.toLowerCase()).not.toContain("authorization");
});

test("END-20 the error of an unreachable endpoint holds the result of its probe, open for more fields, and never a body", () => {
  const probe = { code: "TIMEOUT", latencyMs: 3_000, later: true };
  expect(isEndpointUnreachableExtras({ probe: { code: "REFUSED", status: 502, latencyMs: 12, later: true } })).toBe(
    true,
  );
  expect(isEndpointUnreachableExtras({ probe: "REFUSED" })).toBe(false);
  expect(isEndpointUnreachableExtras({})).toBe(false);
  const error: ErrorBodyEndpointUnreachable = { code: "ENDPOINT_UNREACHABLE", probe };
  expect(Object.keys(error.probe)).not.toContain("body");
});

test("END-16 END-25 no threshold, state after a probe or length of grace is known to the delivery module", async () => {
  for (const [name, text] of await sources()) {
    expect(text, name).not.toMatch(/failedProbeState|retestState|suspen\w*(Count|After|Threshold)|grace/i);
  }
});
