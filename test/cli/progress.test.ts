import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { printTo } from "../../codegen/printable.js";
import { runCommandLine } from "../../cli/frame.js";
import { showProgress } from "../../cli/progress.js";

let seen = "";
const terminal = (isTTY: boolean) => ({ isTTY, write: (text: string) => void (seen += text) });
const EMPTY = "\r\u001b[K";

beforeEach(() => {
  seen = "";
  vi.useFakeTimers();
  vi.spyOn(process.stdout, "write").mockImplementation((text) => ((seen += String(text)), true));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a command that takes longer than a second says so once a second, until it prints something", () => {
  const end = showProgress("docs", terminal(true));
  vi.advanceTimersByTime(999);
  expect(seen).toBe("");
  vi.advanceTimersByTime(1001);
  expect(seen).toBe(`${EMPTY}docs: working, 1 s${EMPTY}docs: working, 2 s`);
  seen = "";
  printTo("stdout")("2 pages\n");
  expect(seen).toBe(`${EMPTY}2 pages\n`);
  end();
  vi.advanceTimersByTime(5000);
  expect(seen).toBe(`${EMPTY}2 pages\n`);
});

test("nothing is said where no terminal is, and nothing is left of it at the end", () => {
  const quiet = showProgress("docs", terminal(false));
  vi.advanceTimersByTime(5000);
  quiet();
  expect(seen).toBe("");
  const end = showProgress("docs", terminal(true));
  vi.advanceTimersByTime(1000);
  end();
  expect(seen).toBe(`${EMPTY}docs: working, 1 s${EMPTY}`);
});

test.each([
  ["of a command that says nothing until it is done", true, [], `${EMPTY}work: working, 1 s${EMPTY}`],
  ["not of one that speaks itself", undefined, [], ""],
  ["not of one that goes on until it is stopped", true, ["--watch"], ""],
])("it is shown %s", async (_which, isSilent, argv, shown) => {
  const run = async (): Promise<number> => {
    await vi.advanceTimersByTimeAsync(1500);
    return 0;
  };
  const syntax = { says: "", usage: [], options: {}, exit: "" };
  const work = { name: "work", summary: "", load: async () => Promise.resolve({ syntax, run }) };
  const frame = {
    program: "svc-apps",
    version: "1",
    commands: [isSilent === true ? { ...work, isSilent } : work],
    optional: {},
    isInstalled: () => true,
    add: "",
    loadEnv: () => undefined,
    out: () => undefined,
    err: () => undefined,
    terminal: terminal(true),
  } as const;
  expect(await runCommandLine(frame, ["work", ...argv])).toBe(0);
  expect(seen).toBe(shown);
});
