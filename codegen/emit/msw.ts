import { successes } from "../model/bodies.js";
import type { Model, OperationModel } from "../model/model.js";
import { isTouched } from "../model/represent.js";
import { fakesOf } from "./fakers.js";
import { MOST_PARTS, sampleOf, type SampleContext } from "./sample.js";
import { key, ModuleWriter, text } from "./writer.js";

interface MswContext extends Omit<SampleContext, "left"> {
  /** True where values may hold bigints, which `Response.json` does not know. */
  readonly exact: boolean;
}

/** Emits `msw.ts`: a handler of Mock Service Worker for every operation, which answers with what the fakers make. */
export function emitMsw(model: Model): ModuleWriter {
  const out = new ModuleWriter("msw.ts", `Handlers of Mock Service Worker for ${model.title}.`, model.sources);
  out.value("http", "msw");
  out.type("HttpHandler", "msw");
  const context: MswContext = {
    exact: model.schemas.some(({ schema }) => isTouched(schema)),
    schemas: new Map(), // every one of them has a call
    call: (name) => `${out.value(`fake${name}`, "./fakers.js")}()`,
    isObject: fakesOf(model).isObject,
  };
  const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]);
  const served = model.operations.filter(
    ({ method, path, queryConst }) => path !== "" && methods.has(method) && Object.keys(queryConst).length === 0,
  );
  const lines = served.map((operation) => `    ${handlerOf(operation, context)},`);
  const types = served.map(({ functionName }) => `  readonly ${key(functionName)}?: Answer;`);
  const none = lines.length === 0 ? "_" : "";
  out.add(
    `/** What an operation answers instead of what the fakers make. */\nexport type Answer = (info: { readonly request: Request; readonly params: Readonly<Record<string, string | readonly string[] | undefined>> }) => Response | Promise<Response>;`,
    `/** Answers by operation. */\nexport interface Answers {\n${types.join("\n")}\n}`,
    `/** One handler for each operation. \`baseUrl\`: where the service is; any address when left out. */
export function createHandlers(${none}answers: Answers = {}, ${none}baseUrl = "*"): HttpHandler[] {
  return [\n${lines.join("\n")}\n  ];
}`,
  );
  if (lines.some((line) => line.includes("?? answer("))) out.add(ANSWER);
  return out;
}

const ANSWER = `function answer(value: unknown, status: number): Response {
  // Samples are small: no digit is lost.
  return new Response(JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? Number(item) : item)), {
    status,
    headers: { "content-type": "application/json" },
  });
}`;

function handlerOf(operation: OperationModel, context: MswContext): string {
  const address = `\`\${baseUrl}\` + ${text(matcherPath(operation.path))}`;
  return `http.${operation.method.toLowerCase()}(${address}, (info) => answers[${text(operation.functionName)}]?.(info) ?? ${answerOf(operation, context)})`;
}

/** A path as the matcher writes it: what means something to it is escaped where it is the path's own. */
function matcherPath(path: string): string {
  return path.replace(/\{([^}]*)\}(\w?)|[:()+]/g, (part, name: string | undefined, next: string) => {
    if (name === undefined) return `\\${part}`;
    const parameter = `:${name.replace(/\W/g, "_")}`;
    return next === "" ? parameter : `{${parameter}}${next}`;
  });
}

function answerOf(operation: OperationModel, context: MswContext): string {
  const [good] = successes(operation);
  const exact = Number(good?.status);
  const status = Number.isNaN(exact) ? 200 : exact;
  if (good?.schema === undefined || status === 204) return `new Response(null, { status: ${status} })`;
  const type = good.mediaType ?? "application/json";
  const sample = sampleOf(good.schema, { ...context, left: { parts: MOST_PARTS } });
  if (/json/i.test(type))
    return context.exact ? `answer(${sample}, ${status})` : `Response.json(${sample}, { status: ${status} })`;
  return `new Response(${sample.startsWith('"') ? sample : '""'}, { status: ${status}, headers: { "content-type": ${text(type)} } })`;
}
