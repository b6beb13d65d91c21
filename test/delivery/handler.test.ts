import { ArgumentError } from "svc-apps";
import { createDeliveryHandler, fixedKeys, isVerified, type VerifiedInteraction } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import {
  appId,
  autocompleteBody,
  commandBody,
  endpoint,
  keyA,
  keyB,
  names,
  otherAppId,
  probeBody,
  sign,
  startS,
  strangerKey,
  withHeaders,
} from "./support.js";

const json = { "content-type": "application/json" };

describe("what is delivered", () => {
  test("END-01 SIG-31 an interaction reaches the handler once, verified, and its confirmation goes out", async () => {
    const seen: VerifiedInteraction[] = [];
    const { handler } = endpoint({
      handle(verified) {
        seen.push(verified);
        return { type: "reply", content: `hello ${verified.interaction.type}` };
      },
    });
    const answer = await handler.deliver(await sign());
    expect(answer).toEqual({ status: 200, headers: json, body: '{"type":"reply","content":"hello command"}' });
    expect(seen.map((verified) => [isVerified(verified), verified.appId, verified.interactionId])).toEqual([
      [true, appId, "11111111-2222-4333-8444-555555555555"],
    ]);
  });

  test("END-01 an unknown kind of delivery gets a neutral 2xx and a warning, and no handler", async () => {
    const { handler, events } = endpoint({ handle: () => Promise.reject(new Error("must not run")) });
    expect(await handler.deliver(await sign({ body: { type: "news" } }))).toEqual({
      status: 204,
      headers: {},
      body: "",
    });
    expect(events).toMatchObject([{ type: "delivery.unknown_type", wireType: "news" }]);
  });

  test("END-01 a signed body that cannot be read gets a neutral 2xx and a warning", async () => {
    for (const body of [
      "{",
      "[]",
      { type: "interaction" },
      { type: "interaction", interaction: null },
      { type: "interaction", interaction: { id: 7 } },
    ]) {
      const { handler, types } = endpoint();
      expect((await handler.deliver(await sign({ body }))).status).toBe(204);
      expect(types()).toEqual(["malformed_body"]);
    }
    const { handler, types } = endpoint();
    expect((await handler.deliver(await sign({ body: { type: "probe" } }))).status).toBe(204);
    expect(types()).toEqual(["malformed_body"]);
  });

  test("END-04 every kind of confirmation goes out as JSON with its content type", async () => {
    const confirmations = [
      { type: "reply", content: "é\u2028" },
      { type: "defer" },
      { type: "decline" },
      { type: "modal", modal: { id: "m", title: "t", fields: [] } },
    ] as const;
    for (const confirmation of confirmations) {
      const { handler } = endpoint({ handle: () => confirmation });
      const answer = await handler.deliver(await sign());
      expect(answer).toMatchObject({ status: 200, headers: json });
      expect(JSON.parse(answer.body)).toEqual(confirmation);
    }
    const suggest = { type: "suggest", choices: [{ name: "a", value: "a" }] } as const;
    const { handler } = endpoint({ handle: () => suggest });
    expect(JSON.parse((await handler.deliver(await sign({ body: autocompleteBody() }))).body)).toEqual(suggest);
  });
});

describe("probe", () => {
  const noHandle = () => Promise.reject(new Error("must not run"));

  test("END-02 a verified probe is answered with its own challenge, to the letter, and no handler runs", async () => {
    const { handler, types } = endpoint({ handle: noHandle });
    for (const challenge of ["p-123", "", 'é" \u2028\\', "x".repeat(10_000)]) {
      const answer = await handler.deliver(await sign({ body: { type: "probe", challenge } }));
      expect(answer).toMatchObject({ status: 200, headers: json });
      expect(JSON.parse(answer.body)).toEqual({ challenge });
    }
    expect(new Set(types())).toEqual(new Set(["probe_answered"]));
  });

  test("END-03 a probe for another App, by another key or without a signature gets no echo", async () => {
    const { handler, reasons } = endpoint();
    const foreign = await sign({ body: probeBody, appId: otherAppId });
    const strange = await sign({ body: probeBody, keys: strangerKey });
    const attempts = [
      foreign,
      withHeaders(foreign, { [names.app]: appId }),
      strange,
      withHeaders(strange, { [names.signature]: undefined }),
    ];
    for (const attempt of attempts) {
      const answer = await handler.deliver(attempt);
      expect(answer).toMatchObject({ status: 401, body: "" });
    }
    expect(reasons()).toEqual(["app", "bad-signature", "unknown-key", "signature-header"]);
  });

  test("END-02 a probe may come again: it is echoed each time", async () => {
    const { handler } = endpoint();
    const probe = await sign({ body: probeBody });
    expect((await handler.deliver(probe)).status).toBe(200);
    expect((await handler.deliver(probe)).status).toBe(200);
  });
});

describe("refusals", () => {
  /** One delivery per cause, with the cause. */
  async function causes() {
    const good = await sign();
    const spliced = withHeaders(good, { [names.delivery]: `${good.headers[names.delivery]}\n1` });
    return [
      [withHeaders(good, { [names.version]: "2" }), "version"],
      [withHeaders(good, { [names.timestamp]: `${startS}000` }), "timestamp-format"],
      [await sign({ timestampS: startS - 301 }), "timestamp-window"],
      [withHeaders(good, { [names.app]: otherAppId }), "app"],
      [spliced, "delivery-id"],
      [withHeaders(good, { [names.signature]: "x" }), "signature-header"],
      [withHeaders(good, { [names.signature]: "a b c d e" }), "signature-entries"],
      [await sign({ keys: strangerKey }), "unknown-key"],
      [await sign({ keys: { ...keyB, keyId: keyA.keyId } }), "bad-signature"],
      [await sign({ body: probeBody, label: "interaction" }), "label-mismatch"],
    ] as const;
  }

  test("END-12 SIG-32 every reason gets the same empty 401, and is only told to onDiagnostic", async () => {
    const { handler, reasons } = endpoint();
    const answers: unknown[] = [];
    const expected: string[] = [];
    for (const [request, reason] of await causes()) {
      answers.push(await handler.deliver(request));
      expected.push(reason);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 401, headers: { "content-length": "0" }, body: "", close: true })]),
    );
    expect(reasons()).toEqual(expected);
  });

  test("SIG-32 a diagnostic holds nothing of header or body", async () => {
    const { handler, events } = endpoint();
    for (const [request] of await causes()) await handler.deliver(request);
    expect(events.map((event) => Object.keys(event))).toEqual(events.map(() => ["type", "level", "message", "reason"]));
  });

  test("END-13 refusals, failures of the handler and successes are counted separately", async () => {
    let fail = true;
    const { handler } = endpoint({
      handle() {
        if (fail) throw new Error("mine");
        return { type: "defer" };
      },
    });
    await handler.deliver(await sign({ keys: strangerKey }));
    await handler.deliver(await sign());
    fail = false;
    await handler.deliver(
      await sign({ deliveryId: crypto.randomUUID(), body: commandBody({ id: crypto.randomUUID() }) }),
    );
    expect(handler.counts()).toMatchObject({ refused: 1, handler_failed: 1, answered: 2, unconfirmed: 0 });
  });

  test("END-24 another method or content type is refused without work: no header of the recipe is read, no body", async () => {
    const good = await sign();
    const trap = (headers: Record<string, string | undefined>) =>
      new Proxy(headers, {
        ownKeys: () => {
          throw new Error("headers were read");
        },
      });
    const body = () => {
      throw new Error("the body was read");
    };
    const { handler, reasons } = endpoint();
    for (const method of ["GET", "HEAD", "PUT", "OPTIONS", "post"]) {
      expect(await handler.deliver({ method, headers: trap(good.headers), body })).toMatchObject({
        status: 405,
        headers: { allow: "POST" },
      });
    }
    for (const type of [
      "text/plain",
      "application/jsonp",
      "application/x-www-form-urlencoded",
      "multipart/form-data; x=application/json",
    ]) {
      const headers = trap({ ...good.headers, "content-type": type });
      expect((await handler.deliver({ method: "POST", headers, body })).status).toBe(415);
    }
    expect(new Set(reasons())).toEqual(new Set(["method", "content-type"]));
    for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"]) {
      const again = await sign({ deliveryId: crypto.randomUUID(), body: commandBody({ id: crypto.randomUUID() }) });
      expect((await handler.deliver(withHeaders(again, { "content-type": type }))).status).toBe(200);
    }
    expect((await handler.deliver(withHeaders(good, { "content-type": undefined }))).status).toBe(415);
  });

  test("END-23 a body is taken up to the limit and not one byte further, announced or not", async () => {
    const body = JSON.stringify(commandBody());
    const signed = await sign({ body });
    expect((await endpoint({ bodyLimitBytes: body.length }).handler.deliver(signed)).status).toBe(200);
    const below = endpoint({ bodyLimitBytes: body.length - 1 });
    expect((await below.handler.deliver(signed)).status).toBe(413);
    const announced = withHeaders(signed, { "content-length": String(body.length) });
    const unread = () => {
      throw new Error("the body was read");
    };
    expect((await below.handler.deliver({ ...announced, body: unread })).status).toBe(413);
    expect(below.reasons()).toEqual(["body-too-large", "body-too-large"]);
    const assumed = endpoint({ assumptions: { deliveryBodyBytes: body.length - 1 } }).handler;
    expect((await assumed.deliver(signed)).status).toBe(413);
  });

  test("an onDiagnostic that throws changes nothing", async () => {
    const { handler } = endpoint({
      onDiagnostic: () => {
        throw new Error("from the hook");
      },
    });
    expect((await handler.deliver(await sign())).status).toBe(200);
    expect((await handler.deliver(await sign({ keys: strangerKey }))).status).toBe(401);
  });
});

describe("replays", () => {
  test("END-11 a replay gets a neutral 2xx without content, not the first answer, and no handler runs", async () => {
    let runs = 0;
    const { handler, types } = endpoint({
      assumptions: { privateReply: "sent" },
      handle() {
        runs += 1;
        return { type: "reply", content: "for your eyes", private: true };
      },
    });
    const signed = await sign();
    expect((await handler.deliver(signed)).body).toContain("for your eyes");
    for (let round = 0; round < 3; round += 1) {
      expect(await handler.deliver(signed)).toEqual({ status: 204, headers: {}, body: "" });
    }
    expect(runs).toBe(1);
    expect(types()).toEqual(["answered", "duplicate", "duplicate", "duplicate"]);
  });
});

describe("parts that fail", () => {
  test("END-22 a malformed fixed key is reported as a wrong setup and answered with a bare 500, never thrown", async () => {
    const { handler, events } = endpoint({ keys: fixedKeys([{ key_id: "ed25519-x", key: "AAAA" }]) });
    expect(await handler.deliver(await sign())).toMatchObject({ status: 500, body: "" });
    expect(events).toMatchObject([
      { type: "delivery.misconfigured", message: expect.stringContaining("entry 0") as unknown },
    ]);
  });

  test("a key source that throws is reported and answered with a bare 500", async () => {
    const keys = {
      ...fixedKeys([keyA.published]),
      current: () => {
        throw new Error("mine");
      },
    };
    const { handler, events } = endpoint({ keys });
    expect((await handler.deliver(await sign())).status).toBe(500);
    expect(events).toMatchObject([{ type: "delivery.misconfigured", message: "No delivery can be taken: mine" }]);
  });
});

describe("options", () => {
  const base = { apps: appId, keys: fixedKeys([keyA.published]), handle: () => undefined };

  test("END-05 a budget beyond the platform's window, or none, is refused when the handler is made", () => {
    for (const budgets of [
      { interactionMs: 3_001 },
      { interactionMs: 0 },
      { autocompleteMs: 1_001 },
      { autocompleteMs: Number.NaN },
    ]) {
      expect(() => createDeliveryHandler({ ...base, budgets })).toThrow(ArgumentError);
    }
    createDeliveryHandler({ ...base, budgets: { interactionMs: 3_000, autocompleteMs: 1_000 } });
  });

  test("SIG-03 the tolerance of the handler has the same bounds", () => {
    expect(() => createDeliveryHandler({ ...base, toleranceS: 301 })).toThrow(/1 to 300/);
  });
});
