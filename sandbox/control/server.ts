import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { isLoopbackHost } from "../delivery/address.js";
import { SandboxRefusal } from "../refusal.js";
import { readBody } from "../rest/body.js";
import type { Sandbox } from "../sandbox.js";
import { controlHeader } from "./calls.js";
import { advance, performAct, performFault, performStreamFault, view, waited } from "./acts.js";
import { gestures, isGesture, performGesture } from "./gestures.js";

const bodyBytes = 1_048_576;

type Bound = Context<{ Bindings: HttpBindings }>;

/**
 * The control interface: portal gestures, acts of people, faults, clock and log over HTTP, for programs in any language.
 * Anybody who reaches it owns the sandbox, so it answers only callers on this machine that are no web page.
 */
export function controlApp(sandbox: Sandbox): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use("*", async (context, next) => {
    await next();
    context.res.headers.set(controlHeader, "1");
  });
  app.notFound((context) =>
    context.json({ message: `there is no ${context.req.method} ${context.req.path} here` }, 404),
  );
  app.use("*", bodyLimit({ maxSize: bodyBytes }), async (context, next) => {
    refuseStrangers(context);
    await next();
  });
  app.get("/", (context) => context.json(overview(sandbox)));
  app.post("/portal/:gesture", async (context) => {
    const name = context.req.param("gesture");
    if (!isGesture(name)) throw new HTTPException(404, { message: `there is no gesture ${name}` });
    return context.json(view(await performGesture(sandbox.portal, name, await fieldsOf(context))) as object);
  });
  app.post("/people/:person/:act", async (context) => {
    const { person, act } = context.req.param();
    return context.json(performAct(sandbox, person, act, await argsOf(context)) as object);
  });
  app.get("/interactions/:id", async (context) => {
    const id = context.req.param("id");
    const until = (["settled", "confirmed"] as const).find((one) => context.req.query(one) !== undefined);
    const seen = until === undefined ? view(sandbox.interaction(id)) : await waited(sandbox, id, until);
    return context.json(seen as object);
  });
  app.post("/faults/streams/:fault", async (context) => {
    return context.json(performStreamFault(sandbox, context.req.param("fault"), await argsOf(context)) as object);
  });
  app.post("/faults/:fault", async (context) => {
    return context.json(performFault(sandbox, context.req.param("fault"), await argsOf(context)) as object);
  });
  app.post("/clock/advance", async (context) =>
    context.json((await advance(sandbox, (await fieldsOf(context))["ms"])) as object),
  );
  app.get("/log", (context) => {
    const after = Number(context.req.query("after") ?? 0);
    return context.json(sandbox.log.entries().filter((entry) => entry.number > after));
  });
  app.get("/snapshot", (context) => context.text(sandbox.snapshot()));
  app.onError(refusalResponse);
  return app;
}

/** A page in a browser can reach loopback too: it gives itself away by its origin, or by a host name of its own. */
function refuseStrangers(context: Bound): void {
  const host = context.req.header("host")?.replace(/:\d+$/, "") ?? "";
  if (!isLoopbackHost(host) || context.req.header("origin") !== undefined) {
    throw new HTTPException(403, { message: "the control interface serves programs on this machine only" });
  }
}

function overview({ baseUrl, seed, defaults }: Sandbox): object {
  const { serverId, channelId, appId, token, person, owner } = defaults;
  return { baseUrl, seed, serverId, channelId, appId, token, personId: person.id, ownerId: owner.id, gestures };
}

async function fieldsOf(context: Bound): Promise<Readonly<Record<string, unknown>>> {
  return readBody(await context.req.text(), context.req.header("content-type"), bodyBytes);
}

async function argsOf(context: Bound): Promise<readonly unknown[]> {
  const { args = [] } = await fieldsOf(context);
  return Array.isArray(args) ? args : [args];
}

function refusalResponse(error: Error, context: Context): Response {
  if (error instanceof SandboxRefusal) {
    const { status, code, message, extras } = error;
    return new Response(JSON.stringify({ code, message, ...extras }), {
      status,
      headers: { "content-type": "application/json" },
    });
  }
  if (error instanceof HTTPException) return context.json({ message: error.message }, error.status);
  return context.json({ message: error.message }, 400);
}
