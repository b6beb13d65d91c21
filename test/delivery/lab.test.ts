import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createDeliveryHandler, fixedKeys } from "svc-apps/delivery";
import { createSigningPair, fixtureKinds, labCases, type LabKit } from "svc-apps/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { runLab, type LabResult } from "../../cli/deliver/lab.js";
import { allFrameworks } from "./frameworks.js";
import { appId, keyA, keyB, otherAppId, strangerKey } from "./support.js";

const kit: LabKit = {
  appId,
  otherAppId,
  key: keyA,
  second: keyB,
  stranger: strangerKey,
  nowS: () => Math.floor(Date.now() / 1_000),
  uuid: () => crypto.randomUUID(),
  slackS: 2,
};

const handler = () =>
  createDeliveryHandler({
    apps: appId,
    keys: fixedKeys([keyA.published, keyB.published]),
    handle: ({ interaction }) =>
      interaction.type === "autocomplete" ? { type: "suggest", choices: [] } : { type: "defer" },
  });

function play(port: number, path = "/deliveries"): Promise<readonly LabResult[]> {
  return runLab({ url: new URL(`http://127.0.0.1:${port}${path}`), kit, cases: labCases, timeoutMs: 3_000 });
}

const wrong = (results: readonly LabResult[]) =>
  results.filter(({ verdict }) => verdict === "wrong").map((result) => `${result.case.id}: ${result.did}`);

describe.each(Object.entries(allFrameworks))("%s", (_name, mount) => {
  test("END-02 END-11 END-12 SIG-14 SIG-23 the adapter passes every case", async () => {
    const { port, close } = await mount(handler());
    onTestFinished(close);
    const results = await play(port);
    expect(wrong(results)).toEqual([]);
    expect(results.flatMap(({ notes }) => notes)).toEqual([]);
    expect(results).toHaveLength(labCases.length);
  });
});

/** An endpoint that answers every request by a function of its body. */
async function naive(
  answer: (body: string, request: IncomingMessage, response: ServerResponse) => void,
): Promise<number> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += String(piece))).on("end", () => answer(body, request, response));
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port; // it listens on TCP
}

describe("endpoints that are wrong", () => {
  test("END-02 one that answers 200 to everything fails the probe and accepts every forgery", async () => {
    const results = await play(await naive((_, __, response) => void response.end()));
    const failed = results.filter(({ verdict }) => verdict === "wrong").map(({ case: one }) => one);
    expect(failed.filter(({ expect: expected }) => expected === "refuse")).toHaveLength(
      labCases.filter(({ expect: expected }) => expected === "refuse").length,
    );
    expect(failed.map(({ id }) => id)).toContain("good-probe");
    expect(results.find(({ case: one }) => one.id === "good-command")?.notes).toEqual([
      "the body confirms nothing: right only if the REST route does",
    ]);
  });

  test.each([401, 500])(
    "one that answers %d to everything is asked no more than the plain good deliveries",
    async (status) => {
      const results = await play(await naive((_, __, response) => void response.writeHead(status).end()));
      expect(results.map((result) => result.case.id)).toEqual(
        labCases.map(({ id }) => id).filter((id) => id.startsWith("good-")),
      );
    },
  );

  test("one that accepts a single plain valid delivery is tested with every case", async () => {
    let asked = 0;
    const port = await naive((_, __, response) => void response.writeHead((asked += 1) === 7 ? 200 : 401).end());
    expect(await play(port)).toHaveLength(labCases.length);
  });

  test("one that refuses everything, or is down, fails exactly the cases that must be accepted", async () => {
    const mustTake = labCases.filter(({ expect: expected }) => expected !== "refuse").length;
    const refusing = await naive((_, __, response) => void response.writeHead(401).end());
    expect(wrong(await play(refusing))).toHaveLength(fixtureKinds.length);
    const cutting = await naive((_, request) => void request.socket.destroy());
    expect(wrong(await play(cutting))).toHaveLength(mustTake);
  });

  test("END-03 one that echoes before it verifies fails the foreign probes", async () => {
    const echo = await naive((body, _, response) => {
      const [, challenge] = /"challenge":"([^"]*)"/.exec(body) ?? [];
      if (challenge === undefined) response.writeHead(401).end();
      else response.setHeader("content-type", "application/json").end(JSON.stringify({ challenge }));
    });
    const failed = wrong(await play(echo));
    for (const id of ["probe-stolen", "probe-stranger", "label-interaction"]) {
      expect(failed).toContain(`${id}: answered 200 with a challenge`);
    }
  });

  test("END-11 one that repeats its answer to a replay fails", async () => {
    const { deliver } = createDeliveryHandler({
      apps: appId,
      keys: fixedKeys([keyA.published, keyB.published]),
      dedupe: { claim: () => true },
      handle: () => ({ type: "defer" }),
    });
    const port = await naive((body, request, response) => {
      void deliver({ method: request.method ?? "", headers: request.headersDistinct, body: Buffer.from(body) }).then(
        ({ status, headers, body: text }) => response.writeHead(status, { ...headers }).end(text),
      );
    });
    const failed = wrong(await play(port));
    expect(failed).toContain('replay: answered 200 with a "defer"');
    expect(failed).toContain('replay-interaction: answered 200 with a "defer"');
  });

  test("END-21 one that also serves the second App fails the cases of that App", async () => {
    const { deliver } = createDeliveryHandler({
      apps: [appId, otherAppId],
      keys: fixedKeys([keyA.published, keyB.published]),
      handle: () => ({ type: "defer" }),
    });
    const port = await naive((body, request, response) => {
      void deliver({ method: request.method ?? "", headers: request.headersDistinct, body: Buffer.from(body) }).then(
        ({ status, headers, body: text }) => response.writeHead(status, { ...headers }).end(text),
      );
    });
    expect(wrong(await play(port))).toContain('app-other: answered 200 with a "defer"');
  });

  test("a signing pair without a seed is a random one", async () => {
    const [one, two] = [await createSigningPair("ed25519-x"), await createSigningPair("ed25519-x")];
    expect(one.published.key).not.toBe(two.published.key);
  });
});
