import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { brand } from "../generated/tables.js";
import { answerText } from "./mcp/answer.js";
import { Session } from "./mcp/session.js";
import { problemOf, schemaOf, tools } from "./mcp/tools.js";
import { messageOf } from "./message.js";
import type { Syntax } from "./syntax.js";

const CONTROL = `${brand.value.toUpperCase()}_SANDBOX_CONTROL`;

export const syntax = {
  says: "Serves the local platform to coding assistants: a Model Context Protocol server over standard input and output. Its tools start an App beside the platform, act as a person, make things fail, and say why an interaction went as it did.",
  usage: ["[options]"],
  options: {
    control: {
      type: "string",
      value: "<url>",
      says: `control interface of a sandbox that runs already (default: ${CONTROL})`,
    },
    folder: { type: "string", value: "<folder>", says: "project that dev_start starts (default: the working folder)" },
  },
  notes: `Tools: ${Object.keys(tools).join(", ")}. No answer holds a credential or is longer than 4 kB.`,
  exit: "0 the client has closed the connection; 1 it failed; 2 wrong usage.",
} as const satisfies Syntax;

/** `svc-apps mcp`: serves until standard input is closed. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: syntax.options });
  const session = new Session(values.folder ?? process.cwd(), values.control ?? process.env[CONTROL]);
  const { Server } = await import("@modelcontextprotocol/sdk/server/index.js");
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const { CallToolRequestSchema, ListToolsRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const { name, version } = createRequire(import.meta.url)("svc-apps/package.json") as {
    readonly name: string;
    readonly version: string;
  }; // our own manifest
  const server = new Server({ name, version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(tools).map(([tool, spec]) => ({
      name: tool,
      description: spec.says,
      inputSchema: schemaOf(spec),
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    const given = params.arguments ?? {};
    const problem = tool === undefined ? `unknown tool ${params.name}` : problemOf(tool, given);
    if (tool === undefined || problem !== undefined) return refused(`${params.name}: ${problem}`);
    try {
      return { content: [{ type: "text" as const, text: answerText(await tool.run(session, given)) }] };
    } catch (error) {
      return refused(messageOf(error));
    }
  });
  const closed = new Promise<void>((done) => {
    server.onclose = () => done();
    process.stdin.once("end", () => done());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => done());
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await session.stop();
  return 0;
}

const refused = (why: string) => ({ isError: true, content: [{ type: "text" as const, text: answerText(why) }] });
