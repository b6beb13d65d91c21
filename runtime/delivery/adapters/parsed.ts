type Framework = "express" | "fastify" | "koa" | "lambda";

const remedies: Record<Framework, string> = {
  express:
    'Move the line that mounts the deliveries above it, or give this route `express.raw({ type: "application/json" })` in its place.',
  fastify: "Register the plugin of `toFastifyPlugin` instead of handing the listener to a route.",
  koa: "Move the line that uses the deliveries above it.",
  lambda: "Remove the middleware that parses the event's body (such as a JSON body parser) from this function.",
};

/**
 * What to tell a developer whose middleware has parsed the body already: the bytes that were signed are gone, and
 * printing the value again would sign something else.
 */
export function parsedBodyMessage(framework: Framework, request?: object): string {
  const parser = framework === "express" && request !== undefined ? parserName(request) : undefined;
  const who = parser === undefined ? "A body parser" : `The middleware \`${parser}\``;
  return (
    `${who} read the body of this request before the delivery handler could see its raw bytes, which are what is signed. ` +
    remedies[framework]
  );
}

/** Names of the parsers that ship with Express, as they stand in a router's stack. */
const parsers: ReadonlySet<string> = new Set(["jsonParser", "urlencodedParser", "textParser", "rawParser"]);

function parserName(request: object): string | undefined {
  const stack = ["app", "router", "stack"].reduce<unknown>(field, request);
  if (!Array.isArray(stack)) return undefined;
  const names = stack.map((layer: unknown) => field(layer, "name"));
  return names.find((name): name is string => typeof name === "string" && parsers.has(name));
}

function field(value: unknown, name: string): unknown {
  return (typeof value === "object" || typeof value === "function") && value !== null
    ? Reflect.get(value, name)
    : undefined;
}
