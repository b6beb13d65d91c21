import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../../codegen/load/connection.js";
import { Problems } from "../../codegen/load/problems.js";
import { RemoteDocuments, type RemoteOptions } from "../../codegen/load/remote.js";
import { load } from "../../codegen/model/build.js";
import { run } from "../../codegen/run.js";

const OPENAPI = `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        "200": { description: All., content: { application/json: { schema: { $ref: "schemas.yaml#/Book" } } } }
`;
const SCHEMAS = "Book: { type: object, required: [title], properties: { title: { type: string } } }\n";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

let folder: string;
let server: Server;
let base: string;
let documents: Map<string, string>;
let answer: RequestListener;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "remote-"));
  documents = new Map([
    ["/spec/openapi.yaml", OPENAPI],
    ["/spec/schemas.yaml", SCHEMAS],
  ]);
  answer = (request, response) => {
    const text = documents.get(request.url ?? "");
    response.writeHead(text === undefined ? 404 : 200).end(text);
  };
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
});

const stop = async (): Promise<void> => {
  server.closeAllConnections();
  await new Promise<void>((done) => void server.close(() => done()));
};

afterEach(async () => {
  if (server.listening) await stop();
  await rm(folder, { recursive: true, force: true });
});

const lock = (): string => join(folder, "codegen.lock");
const url = (): string => `${base}/spec/openapi.yaml`;

/** Names of the types of the description, as it is loaded from the server. */
async function types(options: Partial<RemoteOptions> = {}): Promise<string[]> {
  const remote = { lock: lock(), update: false, ...options };
  const { model } = await load({ openapi: url(), base: folder, remote }, new Problems());
  return model.schemas.map(({ name }) => name);
}

const read = (path: string, options: Partial<RemoteOptions> = {}): Promise<string> =>
  new RemoteDocuments({ lock: lock(), update: true, ...options }).read(`${base}${path}`);

describe("a description of another machine", () => {
  test("is not loaded without leave", async () => {
    await expect(load({ openapi: url(), base: folder }, new Problems())).rejects.toThrow(
      `${url()} is not loaded\n    Allow it with --allow-remote`,
    );
  });

  test("is not loaded before it is pinned", async () => {
    await expect(types()).rejects.toThrow(
      `${url()}:1:1 - error: ${url()} is not pinned in ${lock()}\n    Pin it with --update-lock.`,
    );
  });

  test("is pinned with everything that it refers to", async () => {
    expect(await types({ update: true })).toEqual(["Book"]);
    expect(JSON.parse(await readFile(lock(), "utf8"))).toEqual({
      version: 1,
      documents: {
        [url()]: { sha256: hashOf(OPENAPI) },
        [`${base}/spec/schemas.yaml`]: { sha256: hashOf(SCHEMAS) },
      },
    });
    expect(await types()).toEqual(["Book"]);
  });

  test("that has changed is refused with both hashes, until it is pinned again", async () => {
    await types({ update: true });
    const changed = SCHEMAS.replace("Book", "Book2");
    documents.set("/spec/schemas.yaml", `${SCHEMAS}${changed}`);
    await expect(types()).rejects.toThrow(
      `${base}/spec/schemas.yaml has changed: its SHA-256 is ${hashOf(SCHEMAS + changed)}, and ${hashOf(SCHEMAS)} is pinned`,
    );
    expect(await types({ update: true })).toEqual(["Book"]);
    expect(await types()).toEqual(["Book"]);
  });

  test("is read from what is kept beside the lock while the other machine is away", async () => {
    await types({ update: true });
    await stop();
    expect(await types()).toEqual(["Book"]);
  });

  test("is refused while the other machine is away and nothing is kept, or what is kept was changed", async () => {
    await types({ update: true });
    await stop();
    for (const name of await readdir(`${lock()}.d`)) await writeFile(join(`${lock()}.d`, name), "openapi: 3.1.0");
    const refused = `${url()} cannot be loaded (ECONNREFUSED), and no copy of what is pinned is kept beside ${lock()}`;
    await expect(types()).rejects.toThrow(refused);
    await rm(`${lock()}.d`, { recursive: true });
    await expect(types()).rejects.toThrow(refused);
  });

  test("cannot lead to files of this machine", async () => {
    documents.set("/spec/openapi.yaml", OPENAPI.replace("schemas.yaml#/Book", "file:///etc/hostname#/Book"));
    await expect(types({ update: true })).rejects.toThrow(
      /the reference file:\/\/\/etc\/hostname#\/Book points to a file outside of the folder of the document/,
    );
  });

  test("is refused by the command as long as nobody allowed it", async () => {
    let told = "";
    const out = join(folder, "out");
    const call = (...argv: string[]): Promise<number> =>
      run(["--openapi", url(), "--out", out, ...argv], {
        out: () => undefined,
        err: (text) => void (told += text),
      });
    expect(await call()).toBe(1);
    expect(told).toContain(`${url()} is not loaded`);
  });

  test("is allowed by a configuration, whose folder has the lock", async () => {
    const config = join(folder, "codegen.yaml");
    await writeFile(config, `openapi: ${url()}\nremote: true\nout: out\n`);
    const quiet = { out: () => undefined, err: () => undefined };
    expect(await run(["--config", config], quiet)).toBe(1);
    expect(await run(["--config", config, "--update-lock"], quiet)).toBe(0);
    expect(await run(["--config", config, "--check"], quiet)).toBe(0);
    expect(await readdir(folder)).toEqual(["codegen.lock", "codegen.lock.d", "codegen.yaml", "out"]);
  });
});

describe("loading ends where it should", () => {
  const failed = (reason: string): string => `cannot be loaded (${reason})`;

  test("after five redirects", async () => {
    answer = ({ url: path = "" }, response) => {
      const left = Number(path.slice(1));
      if (left === 0) response.end("a: 1");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect(await read("/5")).toBe("a: 1");
    await expect(read("/6")).rejects.toThrow(failed("more than 5 redirects"));
  });

  test("at a redirect to something that is no web address", async () => {
    answer = (_, response) => void response.writeHead(302, { location: "file:///etc/hostname" }).end();
    await expect(read("/a")).rejects.toThrow(failed("a redirect to file:"));
  });

  test("at an answer that is no success", async () => {
    await expect(read("/nowhere")).rejects.toThrow(failed("status 404"));
  });

  test.each([
    ["status 404", new Headers(), 404],
    ["a redirect to file:", new Headers({ location: "file:///etc/hostname" }), 302],
  ])("and says why (%s) where the body of the answer cannot be cancelled", async (why, headers, status) => {
    const stubborn = () => new ReadableStream({ cancel: () => Promise.reject(new Error("the source is gone")) });
    const response = new Response(stubborn(), { status, headers });
    await expect(read("/a", { connect: async () => ({ response, address: "127.0.0.1" }) })).rejects.toThrow(
      failed(why),
    );
  });

  test("at the longest length, whatever the answer says of its own", async () => {
    answer = (_, response) => void response.write("x".repeat(70), () => void response.end("y".repeat(70)));
    await expect(read("/a", { maxBytes: 100 })).rejects.toThrow(failed("more than 100 bytes"));
  });

  test("when no answer comes in time, or its end does not", async () => {
    answer = () => undefined;
    await expect(read("/a", { timeoutMs: 50 })).rejects.toThrow(failed("no answer in time"));
    answer = (_, response) => void response.write("a: 1");
    await expect(read("/a", { timeoutMs: 50 })).rejects.toThrow(failed("no answer in time"));
  });

  test("at an answer that is compressed, which none was asked for", async () => {
    answer = (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("x");
    await expect(read("/a")).rejects.toThrow(failed("a compressed answer, although none was asked for"));
  });

  test("at an answer without a body", async () => {
    answer = (_, response) => void response.writeHead(204).end();
    expect(await read("/a")).toBe("");
  });

  test("at credentials in the address, which are not told", async () => {
    const documentsOf = new RemoteDocuments({ lock: lock(), update: true });
    const refused = documentsOf.read(`${base.replace("//", "//me:secret@")}/spec/openapi.yaml`);
    await expect(refused).rejects.toThrow(failed("credentials in the address"));
    await expect(refused).rejects.not.toThrow(/secret/);
  });
});

describe("somebody else's document", () => {
  const hosts = (texts: Readonly<Record<string, string>>): RemoteDocuments =>
    new RemoteDocuments({
      lock: lock(),
      update: true,
      connect: async (url, [found]) => {
        const text = texts[url.href] ?? "";
        const isAddress = text.startsWith("http");
        const options = isAddress ? { status: 302, headers: { location: text } } : {};
        return { response: new Response(isAddress ? null : text, options), address: found?.address ?? "" };
      },
    });
  const refused = "a private address, and the caller did not name it";

  test.each([
    "http://127.0.0.1/a",
    "http://localhost/a",
    "http://10.1.2.3/a",
    "http://169.254.169.254/a",
    "http://[::1]/a",
    "http://[::ffff:10.0.0.1]/a",
    "http://2130706433/a",
  ])("does not lead to %s, by a reference or a redirect; the caller does", async (target) => {
    await expect(hosts({ [target]: "a: 1" }).read(target, "http://192.0.2.1/spec")).rejects.toThrow(refused);
    await expect(hosts({ "http://192.0.2.1/b": target }).read("http://192.0.2.1/b")).rejects.toThrow(refused);
    expect(await hosts({ [new URL(target).href]: "a: 1" }).read(target)).toBe("a: 1");
  });

  test("leads to another one of its own host, and to a public address", async () => {
    const own = hosts({ "http://10.0.0.1/b": "b: 1" });
    await own.read("http://10.0.0.1/a");
    expect(await own.read("http://10.0.0.1/b", "http://10.0.0.1/a")).toBe("b: 1");
    expect(await hosts({ "http://192.0.2.1/b": "b: 1" }).read("http://192.0.2.1/b", "http://10.0.0.1/a")).toBe("b: 1");
  });

  test("reaches no private address by a name that is looked up again", async () => {
    const host = `rebound.test:${new URL(base).port}`;
    let served = 0;
    answer = (_, response) => void response.end(`a: ${++served}`);
    const found = [[{ address: "192.0.2.1", family: 4 }]];
    const lookUp = async () => found.shift() ?? [{ address: "127.0.0.1", family: 4 }];
    const reached: string[] = [];
    const rebound = new RemoteDocuments({
      lock: lock(),
      update: true,
      lookUp,
      connect: async (url, to, signal) => {
        reached.push(...to.map(({ address }) => address));
        if (to[0]?.address === "192.0.2.1") return { response: new Response("a: 0"), address: "192.0.2.1" };
        return connect(url, to, signal);
      },
    });
    expect(await rebound.read(`http://${host}/a`)).toBe("a: 0");
    await expect(rebound.read(`http://${host}/b`, `http://${host}/a`)).rejects.toThrow(refused);
    expect([reached, served]).toEqual([["192.0.2.1"], 0]);
  });

  test("is loaded from the address that was checked, without another look at the name", async () => {
    const lookUp = async () => [{ address: "127.0.0.1", family: 4 }];
    const named = `${base.replace("127.0.0.1", "nowhere.invalid")}/spec/schemas.yaml`;
    expect(await new RemoteDocuments({ lock: lock(), update: true, lookUp }).read(named)).toBe(SCHEMAS);
  });

  test("is told from one that the caller named, in a description", async () => {
    documents.set("/spec/openapi.yaml", OPENAPI.replace("schemas.yaml", "http://127.0.0.2:9/schemas.yaml"));
    await expect(types({ update: true })).rejects.toThrow(refused);
  });

  test("leads to no more than so many others", async () => {
    answer = (_, response) => void response.end("a: 1");
    const chain = new RemoteDocuments({ lock: lock(), update: true, maxDocuments: 2 });
    await chain.read(`${base}/1`);
    await chain.read(`${base}/2`);
    await expect(chain.read(`${base}/3`)).rejects.toThrow(`${base}/3 is not loaded: more than 2 documents`);
  });
});

test.each([
  ["no JSON", "-", /is not a lock file of version 1/],
  ["another version", '{"version":2,"documents":{}}', /is not a lock file of version 1/],
  ["no hash", '{"version":1,"documents":{"http://a.test/":{}}}', /has no SHA-256 for http:\/\/a\.test\//],
])("a lock file with %s is refused", async (_, text, message) => {
  await writeFile(lock(), text);
  await expect(types()).rejects.toThrow(message);
});
