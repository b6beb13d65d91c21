/**
 * The same call by everybody: GET /api/apps/me with credential and version, answered with a small document, parsed.
 * Ours have all their layers on: credential, version, timeout and deadline, retry, places.
 */
import http from "node:http";
import { REST } from "@discordjs/rest";
import { createClient as createHeyClient } from "@hey-api/client-fetch";
import axios from "axios";
import got from "got";
import ky from "ky";
import { createRequire } from "node:module";
// The package as it is built; this folder is a package of its own and cannot call it by its name.
import { createClient, fetchTransport, getMe } from "../../dist/runtime/index.js";
import { createRawClient } from "../../dist/runtime/raw.js";

// These two come with the package's own development dependencies.
const require = createRequire(new URL("../../package.json", import.meta.url));
const { default: createFetchClient } = await import(require.resolve("openapi-fetch").replace(/\.cjs$/, ".mjs"));
const { request: undiciRequest } = require("undici");

const token = "svc_app.7100000000000000001.bench-secret";
const headers = { authorization: `Bearer ${token}`, "x-svc-api-version": "1", accept: "application/json" };
const path = "/api/apps/me";

export function contenders(baseUrl) {
  const url = baseUrl + path;
  const ours = createClient({ baseUrl, token });
  const oursOverFetch = createClient({ baseUrl, token, transport: fetchTransport() });
  const raw = createRawClient(createClient({ baseUrl, token }));
  const agent = new http.Agent({ keepAlive: true });
  const openapi = createFetchClient({ baseUrl, headers });
  const axiosClient = axios.create({ baseURL: baseUrl, headers, httpAgent: agent, timeout: 10_000 });
  const kyClient = ky.create({ prefixUrl: baseUrl, headers });
  const gotClient = got.extend({ prefixUrl: baseUrl, headers, agent: { http: agent } });
  const hey = createHeyClient({ baseUrl, headers });
  const discord = new REST({ api: baseUrl, version: "x", offset: 0, globalRequestsPerSecond: Infinity }).setToken("t");
  // It sends at most 50 requests a second unless told otherwise, and those of one route one after another; 32 routes let it have 32 in flight like everybody else.
  const channels = Array.from({ length: 32 }, (_, n) => `/channels/${7_100_000_000_000_000n + BigInt(n)}/messages`);
  let turn = 0;
  const bare = () =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(baseUrl);
      const request = http.request({ hostname, port, path, headers, agent }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve(JSON.parse(text)));
      });
      request.on("error", reject);
      request.end();
    });
  return {
    "fetch, bare": async () => (await fetch(url, { headers })).json(),
    "svc-apps": () => getMe(ours, {}),
    "svc-apps over fetch": () => getMe(oursOverFetch, {}),
    "svc-apps/raw": () => raw.GET(path),
    "undici request, bare": async () => (await undiciRequest(url, { headers })).body.json(),
    "node:http, bare": bare,
    "@discordjs/rest": () => discord.get(channels[(turn += 1) % channels.length]),
    "openapi-fetch": () => openapi.GET(path),
    axios: () => axiosClient.get(path),
    ky: () => kyClient.get(path.slice(1)).json(),
    got: () => gotClient.get(path.slice(1)).json(),
    "hey-api client": () => hey.get({ url: path }),
  };
}
