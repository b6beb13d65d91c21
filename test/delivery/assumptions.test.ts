import { createVerifier, fixedKeys } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { buildSignedBytes, type ProbeLayout } from "../../runtime/delivery/core/preamble.js";
import { signatureEntry } from "../../runtime/delivery/sign.js";
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
  test("SIG-22 G-26 each layout accepts its own probes and refuses those of the other", async () => {
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

  test("SIG-22 the short layout is label, line feed and body, and that of interactions does not change", async () => {
    const parts = { ownAppId: appId, deliveryId, timestamp: String(startS) };
    const { bytes } = buildSignedBytes("probe", parts, Buffer.from("{}"), "label-and-body");
    expect(Buffer.from(bytes).toString()).toBe(`${labels.probe}\n{}`);
    const { handler } = endpoint({ assumptions: { probeLayout: "label-and-body" } });
    expect((await handler.deliver(await sign())).status).toBe(200);
  });
});

describe("what a confirmation may be", () => {
  const modal = { id: "m", title: "t", fields: [] };

  test("G-22 the form of a modal is nested, or beside the type", async () => {
    const handle = () => ({ type: "modal", modal }) as const;
    expect(JSON.parse((await timed({ handle })).text)).toEqual({ type: "modal", modal });
    const inline = await timed({ handle, assumptions: { modalPlacement: "inline" } });
    expect(JSON.parse(inline.text)).toEqual({ type: "modal", ...modal });
  });

  test.each([
    { rule: "END-10", assumption: "privateReply", what: "be private", more: { private: true } },
    { rule: "INT-27", assumption: "replyComponents", what: "carry components", more: { components: [{ id: "a" }] } },
  ] as const)("$rule a first answer that should $what is sent, rerouted or refused as assumed", async (given) => {
    const { assumption, what, more } = given;
    const handle = () => ({ type: "reply", content: "x", ...more }) as const;
    const sent: object[] = [];
    const answerLater = async (_: unknown, reply: object) => void sent.push(reply);
    const as = (reading: "sent" | "rerouted" | "refused") =>
      timed({ handle, answerLater, assumptions: { [assumption]: reading } });
    expect(JSON.parse((await as("sent")).text)).toEqual(handle());
    expect(sent).toEqual([]);
    const rerouted = await as("rerouted");
    expect([rerouted.text, sent]).toEqual(['{"type":"defer"}', [handle()]]);
    const refused = await as("refused");
    expect([refused.text, refused.types()]).toEqual(['{"type":"decline"}', ["invalid_confirmation", "answered"]]);
    const problem = `a first answer cannot ${what} under the assumption ${assumption}`;
    expect(refused.events[0]).toMatchObject({ problem });
    expect(sent).toHaveLength(1);
  });

  test("INT-27 a first reply with components that cannot be sent later is reported and declined", async () => {
    const handle = () => ({ type: "reply", content: "x", components: [{ id: "a" }] }) as const;
    const { text, events } = await timed({ handle, assumptions: { replyComponents: "rerouted" } });
    expect(text).toBe('{"type":"decline"}');
    expect(events).toContainEqual(
      expect.objectContaining({ problem: "this reply needs answerLater to send it by the answer route" }),
    );
  });

  test("END-10 INT-27 private: false and an empty list are sent under every assumption", async () => {
    const handle = () => ({ type: "reply", content: "x", private: false, components: [] }) as const;
    const assumptions = { privateReply: "refused", replyComponents: "refused" } as const;
    expect(JSON.parse((await timed({ handle, assumptions })).text)).toEqual(handle());
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
