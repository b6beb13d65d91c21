/** What a host does after the response, as its adapter says. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import {
  toAstroHandler as astro,
  toAzureHandler as azure,
  toBunHandler as bun,
  toCloudflareHandler as cloudflare,
  toCloudFunctionsHandler as gcf,
  toDenoHandler as deno,
  toExpressHandler as express,
  toLambdaHandler as lambda,
  toNestHandler as nest,
  toNetlifyEventHandler as netlifyEvent,
  toNetlifyHandler as netlify,
  toNextHandler as next,
  toNextPagesHandler as nextPages,
  toNodeHandler as node,
  toVercelHandler as vercel,
  toVercelNodeHandler as vercelNode,
  toWebHandler as web,
} from "svc-apps/adapters";
import type { DeliveryTarget } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { fresh, live } from "./support.js";

async function signedRequest(): Promise<Request> {
  const { method, headers, body } = await fresh();
  return new Request("https://app.example/", { method, headers, body: Buffer.from(body) });
}

describe("each adapter says what its host does after the response", () => {
  const seen: (string | undefined)[] = [];
  const target: DeliveryTarget = {
    async deliver({ afterResponse = "runs" }) {
      seen.push(afterResponse);
      return { status: 204, headers: {}, body: "" };
    },
    misconfigured: (message) => expect.fail(message),
  };
  const byWeb = {
    astro,
    azure,
    bun,
    deno,
    netlify,
    next,
    vercel,
    web,
    cloudflare: (given: DeliveryTarget) => cloudflare(given).fetch,
  };
  const byNode = { express, gcf, nest, node, vercelNode, nextPages };

  test("Lambda, Cloud Functions, Vercel, Netlify and Workers freeze, all others run on", async () => {
    const said: Record<string, string | undefined> = {};
    const request = () => new Request("https://app.example/", { method: "POST" });
    for (const [name, make] of Object.entries(byWeb)) {
      const call = make(target) as (given: unknown) => Promise<unknown>; // each as its framework calls it
      await call(name === "astro" ? { request: request() } : request());
      said[name] = seen.pop();
    }
    for (const [name, make] of Object.entries(byNode)) {
      const incoming = Object.assign(new IncomingMessage(new Socket()), { method: "POST" });
      make(target)(incoming as never, new ServerResponse(incoming) as never);
      said[name] = seen.pop();
    }
    for (const [name, make] of Object.entries({ lambda, netlifyEvent })) {
      await make(target)({ httpMethod: "POST" });
      said[name] = seen.pop();
    }
    const freezing = Object.entries(said).flatMap(([name, what]) => (what === "freezes" ? [name] : []));
    expect(freezing.toSorted()).toEqual(
      ["cloudflare", "gcf", "lambda", "netlify", "netlifyEvent", "vercel", "vercelNode"].toSorted(),
    );
    expect(Object.keys(said)).toHaveLength(17);
  });

  test("what a handler leaves for later is reported there, once, where nothing keeps the host awake", async () => {
    const { handler, events } = live({
      handle: () => ({ type: "reply", content: "For you.", private: true }),
      answerLater: async () => undefined,
    });
    const call = async (context?: object) => netlify(handler)(await signedRequest(), context);
    await call({ waitUntil: () => undefined });
    expect(events.filter(({ type }) => type === "delivery.work_frozen")).toEqual([]);
    await call();
    await call();
    const told = events.filter(({ type }) => type === "delivery.work_frozen");
    expect(told).toMatchObject([{ level: "warn", message: expect.stringMatching(/waitUntil.*queue/) as unknown }]);
  });
});
