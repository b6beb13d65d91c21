/**
 * What inference costs the compiler: a bot of 100 commands with types inferred from its definitions, against the same
 * bot with every argument type written by hand. Both see the package as users do, through its declarations.
 *
 *   npm run build && npx tsx bench/app/types.ts
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const COMMANDS = 100;
const RUNS = 15;
const COMPILERS = { "5.9": "node_modules/typescript/bin/tsc", "7.0": "node_modules/typescript-native/bin/tsc" };

/** A handler's source; what it says depends on the command's number. */
type Handler = (index: number, parameter: string) => string;

const options = [
  `{ type: "integer", name: "count", description: "How many", required: true, minValue: 1, maxValue: 100 }`,
  `{ type: "string", name: "label", description: "What to call it" }`,
  `{ type: "string", name: "target", description: "Where to", required: true }`,
];
/** What handlers commonly do, in some thirty lines: read, refuse, defer, look up, write, fail. */
const long: Handler = (index, parameter) => `async (${parameter}) => {
  const { count, target, label = "none" } = interaction.args;
  const where = target.trim();
  if (where === "") {
    await interaction.reply({ content: "Where to?", private: true });
    return;
  }
  await interaction.defer();
  const { api, serverId, channelId, userId, log } = interaction;
  const { members, truncated } = await api.listMembers({ serverId });
  const { messages, reactions } = await api.listMessages({ serverId, channelId });
  const mine = messages.filter(({ content }) => content.startsWith(where)).slice(-count);
  const totals = new Map<string, number>();
  for (const { publicId } of mine) {
    for (const { emoji, count: given } of reactions[publicId] ?? []) {
      totals.set(emoji, (totals.get(emoji) ?? 0) + given);
    }
  }
  const best = [...totals].sort(([, a], [, b]) => b - a).slice(0, 3);
  const lines = best.map(([emoji, total], place) => \`\${(place + 1).toFixed()}. \${emoji} \${total.toFixed()}\`);
  if (truncated) lines.push(\`more than \${members.length.toFixed()} members\`);
  try {
    const content = [label, ...lines].join("\\n");
    const { message } = await api.createMessage({ serverId, channelId, content });
    await interaction.answer(\`${index}: sent to \${where} as \${message.publicId}.\`);
    if (interaction.followUpsLeft > 0) await interaction.followUp({ content: userId, private: true });
  } catch (error) {
    log.warn({ error, where }, "Could not send");
    await interaction.answer("That did not work.");
  }
}`;
/** A handler that hardly does anything: there is little checking besides that of the definition. */
const short: Handler = (index, parameter) => `async (${parameter}) => {
  const { count, target, label = "none" } = interaction.args;
  const where = target.trim();
  if (where === "") {
    await interaction.reply({ content: "Where to?", private: true });
    return;
  }
  const lines: string[] = [];
  for (let at = 0; at < count; at += 1) lines.push(\`\${label} \${at.toFixed()}\`);
  await interaction.reply(\`${index}: \${lines.join(", ")} to \${where}\`);
  if (interaction.followUpsLeft > 0) await interaction.followUp("Done.");
}`;
const handlers = { "30 lines": long, "12 lines": short };

function inferred(index: number, handler: Handler): string {
  return `import { chatCommand } from "svc-apps";
import { app } from "./app.js";
const command = chatCommand({ name: "command${index}", description: "x", options: [${options.join(", ")}] });
app.command(command, ${handler(index, "interaction")});
`;
}

function handWritten(index: number, handler: Handler): string {
  return `import type { ChatContext } from "svc-apps";
import type { ChatCommandDefinition } from "svc-apps/types";
import { handle } from "./app.js";
interface Args { readonly count: number; readonly label?: string; readonly target: string }
const command: ChatCommandDefinition = { type: "chat", name: "command${index}", description: "x", options: [${options.join(", ")}] };
handle<Args>(command, ${handler(index, "interaction: ChatContext<Args>")});
`;
}

const shared = `import { App } from "svc-apps";
import type { ChatContext } from "svc-apps";
import type { ChatCommandDefinition } from "svc-apps/types";
export const app = new App();
export declare function handle<Args>(command: ChatCommandDefinition, handler: (interaction: ChatContext<Args>) => unknown): void;
`;

const tsconfig = {
  compilerOptions: {
    target: "ES2023",
    module: "NodeNext",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  },
  include: ["*.ts"],
};

function project(folder: string, write: (index: number) => string): string {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(process.cwd(), join(folder, "node_modules", "svc-apps"));
  symlinkSync(join(process.cwd(), "node_modules", "@types"), join(folder, "node_modules", "@types"));
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  writeFileSync(join(folder, "app.ts"), shared);
  for (let index = 0; index < COMMANDS; index += 1) writeFileSync(join(folder, `c${index}.ts`), write(index));
  return folder;
}

/** What the compiler counts, both in milliseconds: all of its work, and of that the checking alone. */
const TIMES = ["Total time", "Check time"] as const;
type Times = Readonly<Record<(typeof TIMES)[number], number>>;

function timesOf(compiler: string, folder: string): Times {
  const out = execFileSync(process.execPath, [compiler, "-p", folder, "--extendedDiagnostics"], { encoding: "utf8" });
  const [totalMs, checkMs] = TIMES.map((name) => {
    const seconds = new RegExp(`${name}:\\s+([\\d.]+)s`).exec(out)?.[1];
    if (seconds === undefined) throw new Error(`no ${name} in:\n${out}`);
    return Number(seconds) * 1000;
  });
  return { "Total time": totalMs ?? NaN, "Check time": checkMs ?? NaN };
}

/** The best of several runs, taken in turns, so that whatever else the machine does meets both alike. */
function bestOf(compiler: string, folders: readonly string[]): readonly Times[] {
  const rounds = Array.from({ length: RUNS }, () => folders.map((folder) => timesOf(compiler, folder)));
  return folders.map((_, index) => {
    const best = (name: keyof Times): number => Math.min(...rounds.map((round) => round[index]?.[name] ?? Infinity));
    return { "Total time": best("Total time"), "Check time": best("Check time") };
  });
}

const root = mkdtempSync(join(tmpdir(), "bench-types-"));
try {
  for (const [size, handler] of Object.entries(handlers)) {
    const folders = [
      project(join(root, `${size} inferred`), (index) => inferred(index, handler)),
      project(join(root, `${size} by hand`), (index) => handWritten(index, handler)),
    ];
    for (const [name, compiler] of Object.entries(COMPILERS)) {
      const [inferredTimes, byHandTimes] = bestOf(compiler, folders);
      for (const time of TIMES) {
        const [inferredMs, byHandMs] = [inferredTimes?.[time] ?? NaN, byHandTimes?.[time] ?? NaN];
        const figures = `inferred ${inferredMs.toFixed(0)} ms, by hand ${byHandMs.toFixed(0)} ms`;
        console.log(
          `handlers of ${size}, tsc ${name}, ${time}: ${figures}, ratio ${(inferredMs / byHandMs).toFixed(2)} (at most 1.5)`,
        );
      }
    }
  }
} finally {
  rmSync(root, { recursive: true });
}
