import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createDeliveryHandler, fixedKeys, type PublishedKey } from "svc-apps/delivery";
import { deliveryVectors, labCases } from "../../testing/delivery/vectors.js";
import { steppedClock } from "./support.js";

interface VectorRequest {
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

interface Vectors {
  readonly settings: {
    readonly nowS: number;
    readonly toleranceS: number;
    readonly appIds: readonly string[];
    readonly keys: readonly PublishedKey[];
    readonly labels: Readonly<Record<"interaction" | "probe", string>>;
    readonly headers: Readonly<Record<"app" | "delivery" | "timestamp" | "version" | "signature", string>>;
  };
  readonly cases: readonly {
    readonly id: string;
    readonly says: string;
    readonly verdict: "accept" | "refuse";
    readonly reason?: string;
    readonly outcome?: string;
    readonly requests: readonly VectorRequest[];
  }[];
}

const file = new URL("../../spec/vectors/deliveries.json", import.meta.url);
const text = readFileSync(file, "utf8");
const vectors = JSON.parse(text) as Vectors; // our own file, checked below to be what the generator gives
const { settings } = vectors;

/** Header values by name as written, so that repetitions and capitals survive. */
function record(headers: VectorRequest["headers"]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, value] of headers) (found[name] ??= []).push(value);
  return found;
}

test("the published vectors are those of the generator, byte for byte", async () => {
  expect(text, "run: npx svc-apps deliver --vectors > spec/vectors/deliveries.json").toBe(await deliveryVectors());
});

test("every case has a name and a description of its own", () => {
  expect(new Set(labCases.map(({ id }) => id)).size).toBe(labCases.length);
  expect(new Set(labCases.map(({ says }) => says)).size).toBe(labCases.length);
});

describe("this package's handler", () => {
  test.each(vectors.cases)("SIG-08 SIG-14 $id: $says", async ({ requests, reason, outcome }) => {
    const reasons: string[] = [];
    const handler = createDeliveryHandler({
      apps: settings.appIds,
      keys: fixedKeys(settings.keys),
      clock: steppedClock(),
      handle: ({ interaction }) =>
        interaction.type === "autocomplete" ? { type: "suggest", choices: [] } : { type: "defer" },
      onDiagnostic: (event) => void (event.type === "delivery.refused" && reasons.push(event.reason)),
    });
    let answer = { status: 0, body: "" };
    for (const { method, headers, body } of requests) {
      answer = await handler.deliver({ method, headers: record(headers), body: Buffer.from(body, "base64url") });
    }
    const statuses: Record<string, number> = { confirm: 200, echo: 200, "pass-over": 204 };
    const refusals: Record<string, number> = { method: 405, "content-type": 415 };
    expect(reasons).toEqual(reason === undefined ? [] : [reason]);
    expect(answer.status).toBe(reason === undefined ? statuses[outcome ?? ""] : (refusals[reason] ?? 401));
  });
});

/** A verifier from the written rules alone, sharing no line with ours: what another language would write first. */
function independently({ method, headers, body }: VectorRequest): "accept" | "refuse" {
  const named = (name: string) => headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  const one = (name: string) => (named(name).length === 1 ? named(name)[0] : undefined);
  const { app, delivery, timestamp, version, signature } = settings.headers;
  const [ts, id, raw] = [one(timestamp) ?? "", one(delivery) ?? "", Buffer.from(body, "base64url")];
  if (method !== "POST" || one("content-type") !== "application/json" || one(version) !== "1") return "refuse";
  if (!/^\d{1,12}$/.test(ts) || Math.abs(settings.nowS - Number(ts)) > settings.toleranceS) return "refuse";
  const own = settings.appIds.find((candidate) => candidate === one(app));
  if (own === undefined || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return "refuse";
  const list = named(signature)
    .join(" ")
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (list.length > 4) return "refuse";
  let json: unknown;
  try {
    json = JSON.parse(raw.toString());
  } catch {
    json = undefined;
  }
  const isProbe = (json as { type?: unknown } | undefined)?.type === "probe"; // any parsed value can be asked
  const label = isProbe ? settings.labels.probe : settings.labels.interaction;
  const message = Buffer.concat([Buffer.from([label, own, id, ts, ""].join("\n")), raw]);
  const holds = list.some((entry) => {
    const [keyId, value] = [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)];
    const key = settings.keys.find(({ key_id }) => key_id === keyId);
    const bytes = Buffer.from(value, "base64url");
    if (key === undefined || bytes.length !== 64) return false;
    const jwk = { kty: "OKP", crv: "Ed25519", x: key.key };
    return verify(null, message, createPublicKey({ key: jwk, format: "jwk" }), bytes);
  });
  return holds ? "accept" : "refuse";
}

describe("a verifier that shares no code with this package", () => {
  test.each(vectors.cases)("SIG-08 $id", ({ requests, verdict }) => {
    expect(independently(requests.at(-1)!)).toBe(verdict);
  });
});
