import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { prepareConformance } from "../../sandbox/conformance/run.js";
import { verifies } from "./verify.js";

type Headers = Readonly<Record<string, string>>;
type Keys = Parameters<typeof verifies>[4];
interface Told {
  readonly status: number;
  readonly body: string;
}

/** Judges an endpoint that does `handle`; gives the rules by how they stand. */
async function judge(
  handle: (headers: Headers, body: string, own: { readonly appId: string; readonly keys: Keys }) => Told,
): Promise<{ readonly kept: readonly string[]; readonly broken: readonly string[] }> {
  let own: { readonly appId: string; readonly keys: Keys } = { appId: "", keys: [] };
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => {
      const { status, body: answer } = handle(incoming.headers as Headers, body, own);
      response.writeHead(status, { "content-type": "application/json" }).end(answer);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpointUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { sandbox, run } = await prepareConformance({ endpointUrl, arrivalMs: 0, restMs: 0, sandbox: { port: null } });
  // The published keys, read anew as a careful client would: the play rotates them.
  const read = async (): Promise<void> => {
    const url = "/api/chaves-de-assinatura";
    const { body } = await sandbox.request({ method: "GET", url, headers: { "x-svc-api-version": "1" } });
    own = { appId: sandbox.defaults.appId, keys: (JSON.parse(body) as { readonly keys: Keys }).keys };
  };
  await read();
  const stop = sandbox.log.subscribe(({ detail }) => {
    if (detail["action"] === "rotateKeys") void read();
  });
  const verdicts = await run({ ended: () => true, stop: () => undefined });
  stop();
  server.close().closeAllConnections();
  const by = (standing: string): string[] => verdicts.flatMap((one) => (one.standing === standing ? [one.rule] : []));
  return { kept: by("kept"), broken: by("broken") };
}

const confirmation = '{"type":"reply","content":"done"}';
const isProbe = (body: string): boolean => body.startsWith('{"type":"probe"');
const signatureRules = ["SIG-02", "SIG-04", "SIG-07", "SIG-08", "SIG-09", "SIG-11", "SIG-14", "SIG-23", "VER-06"];

test("SBX-08 an endpoint that takes everything is found to break every rule of verification", async () => {
  const { broken } = await judge((_headers, body) => ({ status: 200, body: isProbe(body) ? body : confirmation }));
  expect(broken).toEqual(expect.arrayContaining([...signatureRules, "END-11"]));
});

test("SBX-08 an endpoint that refuses every interaction is found to break what asks it to take good ones", async () => {
  const { broken } = await judge((_headers, body) =>
    isProbe(body) ? { status: 200, body } : { status: 401, body: "" },
  );
  expect(broken).toEqual(["END-04", "END-11", "SIG-02", "SIG-13"]);
});

test("SBX-08 an endpoint that answers 200 to everything, probes included, is found out by the probe", async () => {
  expect((await judge(() => ({ status: 200, body: "{}" }))).broken).toEqual(["END-02"]);
});

test("SBX-08 a careful endpoint breaks nothing, one that gives its reasons breaks END-12", async () => {
  const careful =
    (reasons: boolean, aheadMs = 0) =>
    (headers: Headers, body: string, { appId, keys }: { readonly appId: string; readonly keys: Keys }): Told => {
      const refuse = (why: string): Told => ({ status: 401, body: reasons ? why : "" });
      const timestamp = headers["x-svc-timestamp"] ?? "";
      const delivery = headers["x-svc-delivery"] ?? "";
      if (headers["x-svc-version"] !== "1") return refuse("recipe");
      if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs((Date.now() + aheadMs) / 1000 - Number(timestamp)) > 300)
        return refuse("time");
      if (headers["x-svc-app"] !== appId || !/^[0-9a-f-]{36}$/.test(delivery)) return refuse("address");
      if ((headers["x-svc-signature"] ?? "").split(",").length > 4) return refuse("entries");
      const kind = isProbe(body) ? "probe" : "interaction";
      if (!verifies(kind, appId, headers, body, keys).includes(true)) return refuse("signature");
      const again = seen.has(delivery);
      seen.add(delivery);
      return { status: 200, body: again ? "" : isProbe(body) ? body : confirmation };
    };
  const seen = new Set<string>();
  const { kept, broken } = await judge(careful(false));
  expect(broken).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining([...signatureRules, "SIG-13", "END-02", "END-04", "END-11", "END-12"]));
  expect((await judge(careful(true))).broken).toEqual(["END-12"]);
  // What takes two seconds to arrive, or meets a clock that is so far ahead, is judged no other way.
  expect((await judge(careful(false, 2_000))).broken).toEqual([]);
});
