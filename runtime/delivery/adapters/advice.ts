import { field } from "./target.js";

/** How to pass the raw bytes on, by framework: for the log, when they are lost. */
const remedies = {
  node: "Hand the request to this handler before anything reads it.",
  express:
    'Move the line that mounts the deliveries above it, or use `express.raw({ type: "application/json" })` for this route.',
  fastify:
    "Register the plugin of `toFastifyPlugin` (svc-apps/adapters) instead of handing the request to another handler.",
  koa: "Move the line that uses the deliveries above it.",
  next: "Switch the parser of this route off: `export const config = { api: { bodyParser: false } }`.",
  nest: "Create the application with `NestFactory.create(AppModule, { rawBody: true })`.",
  h3: "Answer this route before anything calls readBody().",
  lambda: "Remove the middleware that parses the event's body (such as a JSON body parser) from this function.",
  gcf: "Let the framework of Cloud Functions hand the request over as it is: it keeps the bytes as `rawBody`.",
  vercel:
    "Export this handler for web requests instead, `export const POST = toNextHandler(app)`, before anything reads the body.",
} as const;

/** A framework with advice of its own about body parsers. */
export type AdvisedFramework = keyof typeof remedies;

/**
 * The message for a developer whose middleware has parsed the body: the bytes that were signed are lost, and serialising
 * the value again would not restore them.
 */
export function parsedBodyMessage(framework: AdvisedFramework, request?: object): string {
  const parser = request === undefined ? undefined : parserName(request);
  const who = parser === undefined ? "A body parser" : `The middleware \`${parser}\``;
  return (
    `${who} read the body of this request before the delivery handler could see its raw bytes, which are what is signed. ` +
    remedies[framework]
  );
}

/** The names of Express's own parsers in the stack of a router. */
const parsers: ReadonlySet<string> = new Set(["jsonParser", "urlencodedParser", "textParser", "rawParser"]);

function parserName(request: object): string | undefined {
  const app = field(request, "app");
  // Express 5, then Express 4, where `app.router` is a getter that throws.
  const stack = [field(field(app, "router"), "stack"), field(field(app, "_router"), "stack")].find(Array.isArray);
  const names = stack?.map((layer: unknown) => field(layer, "name"));
  return names?.find((name): name is string => typeof name === "string" && parsers.has(name));
}
