import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const CANARY = "canary-7b2e91";

/** Runs the program to its end and gives everything that it printed. */
async function printedBy(...args: readonly string[]): Promise<{ readonly code: unknown; readonly output: string }> {
  const program = fileURLToPath(new URL("../support/leaky-program.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args], {
    cwd: root,
    env: { ...process.env, CANARY_TOKEN: `svc_app.71.${CANARY}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Each by itself: a chunk of one between two of the other would cut in two what is looked for.
  const read = async (stream: AsyncIterable<Buffer>) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  const closed = once(child, "close");
  const [errors, output] = await Promise.all([read(child.stderr), read(child.stdout)]);
  const [code] = (await closed) as [unknown];
  return { code, output: errors + output };
}

test.concurrent("AUTH-03 a process that prints all it has of failing calls prints no secret", async () => {
  const { code, output } = await printedBy("print");
  expect(output).not.toContain(CANARY);
  // What would be printed in vain proves nothing: every failure is there, by both clients, and so is the end.
  for (const name of ["MissingCredentialError", "RefusalError", "HttpError", "ProtocolError", "NoAnswerError"]) {
    expect(output.split(`name: ${name}`).length, name).toBeGreaterThan(2);
  }
  for (const told of ["answered 302", "redirect", "reason: 'timeout'", "not json", "rate-limited", "svc_app.71.***"]) {
    expect(output).toContain(told);
  }
  expect([code, output.trimEnd().endsWith("the end")]).toEqual([0, true]);
});

test.concurrent.each(["small", "large"])(
  "AUTH-03 a process that dies of a rejection nobody caught says what it died of, and no secret (%s)",
  async (client) => {
    const { code, output } = await printedBy("die", client);
    expect(code).toBe(1);
    expect(output).toContain("MissingCredentialError: getMe: refused: MISSING_CREDENTIAL (401)");
    expect(output).not.toContain(CANARY);
  },
);

test.concurrent("AUTH-03 the search finds the secret where it is printed", async () => {
  expect((await printedBy("confess")).output).toContain(CANARY);
});
