import { readFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** Paths are named from the root, or from the folder that the paragraph or table above them names. */
const ROOMS = ["app", "app/conversations", "delivery", "events", "http", "interaction"];
const FOLDERS = ["", ...ROOMS.map((room) => `runtime/${room}/`)];

test("every file and folder that the page of the architecture names is there", async () => {
  const text = await readFile("docs/architecture.md", "utf8");
  const named = [...text.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(60);
  const missing = named.filter((path) => path !== "report.ts" && !FOLDERS.some((folder) => existsSync(folder + path)));
  expect(missing).toEqual([]);
});

describe("the walk of a call from createMessage to the socket", async () => {
  const page = await readFile("docs/architecture.md", "utf8");
  const walk = page.slice(page.indexOf("## The walk of a call"), page.indexOf("The answer comes back"));
  const files = [...walk.matchAll(/^\d+\. `([\w./-]+\.ts)`/gm)].map(([, path = ""]) => path);
  const texts = new Map(await Promise.all(files.map(async (path) => [path, await readFile(path, "utf8")] as const)));
  const names = (path: string) => path.split("/").at(-1)?.replace(".ts", ".js") ?? "";

  test("is at most ten files, from the routes to a transport", () => {
    expect(files.length).toBeLessThanOrEqual(10);
    expect([files[0], files.at(-1)]).toEqual(["generated/routes.ts", "runtime/http/transport/node.ts"]);
  });

  test("passes the pieces in the order in which the pipeline has them", () => {
    const pieces = files.filter((path) => path.includes("/middleware/")).map(names);
    const pipeline = texts.get("runtime/http/pipeline.ts") ?? "";
    const begin = pipeline.indexOf("const ofCall = [");
    const list = pipeline.slice(begin, pipeline.indexOf("return", begin));
    const made = {
      "retry.js": "retry,",
      "limits.js": "limits,",
      "auth.js": "authenticating(",
      "attempt.js": "attempting(",
    };
    const inCode = Object.entries(made).sort(([, one], [, other]) => list.indexOf(one) - list.indexOf(other));
    expect(Object.values(made).every((piece) => list.includes(piece))).toBe(true);
    expect(pieces).toEqual(inCode.map(([name]) => name));
  });

  test("names in its steps below the client what an earlier step imports", () => {
    const below = files.slice(3, -1);
    const imported = (path: string, at: number) =>
      files.slice(0, at).some((earlier) => texts.get(earlier)?.includes(`/${names(path)}"`));
    expect(below.filter((path) => !imported(path, files.indexOf(path)))).toEqual([]);
  });
});

describe("the walk of an event from bytes to a handler", async () => {
  const page = await readFile("docs/architecture.md", "utf8");
  const begin = page.indexOf("## From bytes to a handler");
  const table = page.slice(begin, page.indexOf("`for await` takes", begin));
  const files = [...table.matchAll(/^\| \d+ +\| `([\w./-]+\.ts)`/gm)].map(([, path = ""]) => path);
  const texts = await Promise.all(files.map((path) => readFile(`runtime/events/${path}`, "utf8")));

  test("is at most twelve files, from the transport to the lane", () => {
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(12);
    expect([files[0], files.at(-1)]).toEqual(["transports/gateway.ts", "dispatch/lane.ts"]);
  });

  test("is joined: each file but the first is loaded by another one, or given to it by the stream's life", async () => {
    const edges = ["life.ts", "connector.ts", "event-stream.ts"];
    const life = await Promise.all(edges.map((path) => readFile(`runtime/events/${path}`, "utf8")));
    const isLoaded = (path: string) => {
      const name = `/${path.split("/").at(-1)?.replace(".ts", ".js")}"`;
      return (
        texts.some((text, at) => files[at] !== path && text.includes(name)) || life.some((text) => text.includes(name))
      );
    };
    expect(files.slice(1).filter((path) => !isLoaded(path))).toEqual([]);
  });

  test("leaves no file out: what a chunk calls by value stands in the walk, beside it, or below the floor", () => {
    // Loaded by the walk and called for few events or for none: what happens at other times, and other forms.
    const beside = [
      "reporter",
      "options",
      "time",
      "transport",
      "position-state",
      "position-inputs",
      "position-mailbox",
      "mailbox-pages",
      "backfill",
      "context",
      "failure",
    ];
    const known = new Set([...files.map((path) => path.split("/").at(-1)?.replace(".ts", "")), ...beside, "fifo"]);
    const loads = texts.flatMap((text) => [
      ...text.matchAll(
        /^(?:import (?!type)|\} from )[^;]*?"(?:\.\/|\.\.\/(?:sse|queue|dispatch|transports|)?\/?)([\w-]+)\.js"/gm,
      ),
    ]);
    expect(loads.map(([, name = ""]) => name).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe("the walk from a request to a handler", async () => {
  const page = await readFile("docs/architecture.md", "utf8");
  const begin = page.indexOf("## From a request to a handler");
  const table = page.slice(begin, page.indexOf("Ten files", begin));
  const files = [...table.matchAll(/^\| \d+ +\| `([\w./*-]+\.ts)`/gm)].map(([, path = ""]) => path);
  const read = async (path: string) => [path, await readFile(path, "utf8")] as const;
  const texts = new Map(await Promise.all(files.slice(1).map(read)));
  const adapters = await Promise.all(
    ["node", "web", "target"].map((name) => `runtime/delivery/adapters/${name}.ts`).map(read),
  );

  test("is ten files from an adapter to the handler, and two more for its reply", () => {
    const [first, handler, machine] = [files[0], files[9], files[11]];
    expect([first, handler, machine]).toEqual([
      "runtime/adapters/*.ts",
      "runtime/app/interactions/handler-run.ts",
      "runtime/interaction/machine.ts",
    ]);
    expect(files).toHaveLength(12);
    expect(files.filter((path) => !path.startsWith("runtime/app/"))).toHaveLength(8); // of two floors, with the adapter
  });

  test("names in each step what an earlier one loads, or is handed by the App's services", () => {
    const services = readFileSync("runtime/app/services.ts", "utf8");
    const known = (path: string, at: number): boolean => {
      const name = `/${path.split("/").at(-1)?.replace(".ts", ".js")}"`;
      const earlier = files.slice(1, at).map((file) => texts.get(file) ?? "");
      return [...earlier, services].some((text) => text.includes(name));
    };
    expect(files.slice(2).filter((path, index) => !known(path, index + 2))).toEqual([]);
  });

  test("calls the App's endpoint through the target that adapters hand requests to", () => {
    expect(texts.get("runtime/app/endpoint.ts")).toMatch(/class AppEndpoint implements DeliveryTarget/);
    expect(adapters.every(([, text]) => text.includes("answerRequest("))).toBe(true);
  });
});
