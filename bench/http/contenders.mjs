/**
 * The same call by everybody: GET /api/apps/me with credential and version, answered with a small document, parsed.
 * Ours have all their layers on: credential, version, timeout and deadline, retry, places. Each is made in a process of
 * its own, as a program has one client and not twelve, and so loads what it needs and no more.
 */
import http from "node:http";
import { createRequire } from "node:module";

// These come with the package's own development dependencies.
const ofThePackage = createRequire(new URL("../../package.json", import.meta.url));
// The package as it is built, by what Node loads; this folder is a package of its own and cannot call it by its name.
const ours = () => import("../../dist/node/main.js");

const token = "svc_app.7100000000000000001.bench-secret";
const headers = { authorization: `Bearer ${token}`, "x-svc-api-version": "1", accept: "application/json" };
const path = "/api/apps/me";

/** Makers of a call, by name. */
export const contenders = {
  "fetch, bare": (baseUrl) => async () => (await fetch(baseUrl + path, { headers })).json(),
  "svc-apps": async (baseUrl) => {
    const { createClient, getMe } = await ours();
    const client = createClient({ baseUrl, token });
    return () => getMe(client, {});
  },
  "svc-apps, checking answers": async (baseUrl) => {
    const { createClient, getMe } = await ours();
    const { operationValidators: validators } = await import("../../dist/node/generated/validators.js");
    const client = createClient({ baseUrl, token, validation: { validators } });
    return () => getMe(client, {});
  },
  "svc-apps over fetch": async (baseUrl) => {
    const { createClient, fetchTransport, getMe } = await ours();
    const client = createClient({ baseUrl, token, transport: fetchTransport() });
    return () => getMe(client, {});
  },
  "svc-apps/raw": async (baseUrl) => {
    const { createClient } = await ours();
    const { createRawClient } = await import("../../dist/node/runtime/raw.js");
    const raw = createRawClient(createClient({ baseUrl, token }));
    return () => raw.GET(path);
  },
  "undici dispatch, bare": (baseUrl) => {
    const agent = new (ofThePackage("undici").Agent)();
    const list = Object.entries(headers).flat();
    return () =>
      new Promise((resolve, reject) => {
        const chunks = [];
        agent.dispatch(
          { origin: baseUrl, path, method: "GET", headers: list },
          {
            onRequestStart() {},
            onResponseStart() {},
            onResponseData: (_controller, chunk) => void chunks.push(chunk),
            onResponseEnd: () => resolve(JSON.parse(Buffer.concat(chunks).toString())),
            onResponseError: (_controller, error) => reject(error),
          },
        );
      });
  },
  "undici request, bare": (baseUrl) => {
    const { request } = ofThePackage("undici");
    return async () => (await request(baseUrl + path, { headers })).body.json();
  },
  "node:http, bare": (baseUrl) => {
    const agent = new http.Agent({ keepAlive: true });
    const { hostname, port } = new URL(baseUrl);
    return () =>
      new Promise((resolve, reject) => {
        const request = http.request({ hostname, port, path, headers, agent }, (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk) => (text += chunk));
          response.on("end", () => resolve(JSON.parse(text)));
        });
        request.on("error", reject);
        request.end();
      });
  },
  "@discordjs/rest": async (baseUrl) => {
    const { REST } = await import("@discordjs/rest");
    const rest = new REST({ api: baseUrl, version: "x", offset: 0, globalRequestsPerSecond: Infinity }).setToken("t");
    // It sends at most 50 requests a second unless told otherwise, and those of one route one after another; 32 routes
    // let it have 32 in flight like everybody else.
    const channels = Array.from({ length: 32 }, (_, n) => `/channels/${7_100_000_000_000_000n + BigInt(n)}/messages`);
    let turn = 0;
    return () => rest.get(channels[(turn += 1) % channels.length]);
  },
  "openapi-fetch": async (baseUrl) => {
    const file = ofThePackage.resolve("openapi-fetch").replace(/\.cjs$/, ".mjs");
    const { default: createFetchClient } = await import(file);
    const client = createFetchClient({ baseUrl, headers });
    return () => client.GET(path);
  },
  axios: async (baseUrl) => {
    const { default: axios } = await import("axios");
    const httpAgent = new http.Agent({ keepAlive: true });
    const client = axios.create({ baseURL: baseUrl, headers, httpAgent, timeout: 10_000 });
    return () => client.get(path);
  },
  ky: async (baseUrl) => {
    const { default: ky } = await import("ky");
    const client = ky.create({ prefixUrl: baseUrl, headers });
    return () => client.get(path.slice(1)).json();
  },
  got: async (baseUrl) => {
    const { default: got } = await import("got");
    const client = got.extend({ prefixUrl: baseUrl, headers, agent: { http: new http.Agent({ keepAlive: true }) } });
    return () => client.get(path.slice(1)).json();
  },
  "hey-api client": async (baseUrl) => {
    const { createClient } = await import("@hey-api/client-fetch");
    const client = createClient({ baseUrl, headers });
    return () => client.get({ url: path });
  },
};
