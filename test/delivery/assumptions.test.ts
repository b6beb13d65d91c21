import { createVerifier, fixedKeys } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { buildSignedBytes, type ProbeLayout } from "../../runtime/delivery/core/preamble.js";
import { signatureEntry } from "../../runtime/delivery/testing/sign.js";
import { labels } from "../../runtime/delivery/core/wire.js";
import {
  appId,
  autocompleteBody,
  commandBody,
  deliveryId,
  endpoint,
  keyA,
  names,
  probeBody,
  sign,
  startS,
  steppedClock,
  timed,
  withHeaders,
} from "./support.js";

/** A probe signed with either layout. */
async function probe(layout: ProbeLayout) {
  const signed = await sign({ body: probeBody });
  const parts = { ownAppId: appId, deliveryId, timestamp: String(startS) };
  const { bytes } = buildSignedBytes("probe", parts, signed.body, layout);
  return withHeaders(signed, { [names.signature]: await signatureEntry(keyA, bytes) });
}

describe("layout of probes", () => {
  test("SIG-22 G-26 each reading takes its own probes and refuses those of the other", async () => {
    for (const reading of ["as-interaction", "label-and-body"] as const) {
      for (const made of ["as-interaction", "label-and-body"] as const) {
        const { handler } = endpoint({ assumptions: { probeLayout: reading } });
        expect((await handler.deliver(await probe(made))).status).toBe(reading === made ? 200 : 401);
      }
    }
    const verifier = createVerifier({
      apps: appId,
      keys: fixedKeys([keyA.published]),
      clock: steppedClock(),
      probeLayout: "label-and-body",
    });
    expect((await verifier.verify(await probe("label-and-body"))).ok).toBe(true);
  });

  test("SIG-22 the short layout is label, line feed and body, and interactions keep theirs", async () => {
    const parts = { ownAppId: appId, deliveryId, timestamp: String(startS) };
    const { bytes } = buildSignedBytes("probe", parts, Buffer.from("{}"), "label-and-body");
    expect(Buffer.from(bytes).toString()).toBe(`${labels.probe}\n{}`);
    const { handler } = endpoint({ assumptions: { probeLayout: "label-and-body" } });
    expect((await handler.deliver(await sign())).status).toBe(200);
  });
});

describe("what a confirmation may be", () => {
  const modal = { id: "m", title: "t", fields: [] };

  test("G-22 the form of a modal stands under its name, or beside the type", async () => {
    const handle = () => ({ type: "modal", modal }) as const;
    expect(JSON.parse((await timed({ handle })).text)).toEqual({ type: "modal", modal });
    const inline = await timed({ handle, assumptions: { modalPlacement: "inline" } });
    expect(JSON.parse(inline.text)).toEqual({ type: "modal", ...modal });
  });

  test("END-10 a private first answer is sent, rerouted or refused as assumed", async () => {
    const handle = () => ({ type: "reply", content: "secret", private: true }) as const;
    const sent: string[] = [];
    const answerLater = async (_: unknown, { content }: { content: string }) => void sent.push(content);
    const as = (privateReply: "sent" | "rerouted" | "refused") =>
      timed({ handle, answerLater, assumptions: { privateReply } });
    expect((await as("sent")).text).toContain("secret");
    expect(sent).toEqual([]);
    const rerouted = await as("rerouted");
    expect([rerouted.text, sent]).toEqual(['{"type":"defer"}', ["secret"]]);
    const refused = await as("refused");
    expect([refused.text, refused.types()]).toEqual(['{"type":"decline"}', ["invalid-confirmation", "answered"]]);
    expect(sent).toHaveLength(1);
  });

  test("END-07 an autocomplete whose handler fails gets an empty list, or nothing at all", async () => {
    const handle = () => Promise.reject(new Error("mine"));
    expect((await timed({ handle }, autocompleteBody())).text).toBe('{"type":"suggest","choices":[]}');
    const silent = await timed({ handle, assumptions: { emptySuggestions: "silent" } }, autocompleteBody());
    expect([silent.status, silent.text]).toEqual([204, ""]);
    expect((await timed({ handle, assumptions: { emptySuggestions: "silent" } }, commandBody())).text).toBe(
      '{"type":"decline"}',
    );
  });
});
