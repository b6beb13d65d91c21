/**
 * What an event costs on its way to a handler: in memory against bare parsing, over loopback HTTP against other
 * clients, by backlog and by size, and how long it takes. All in one run.
 *
 *   npm install --prefix bench/events && node bench/events/bundle.mjs && node --expose-gc node_modules/.cache/bench-events/main.mjs
 *
 * ROUNDS (5) and COUNT (200,000) set how long it takes; PARTS picks some of memory, delivery, http, latency, reconnect, flat.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { delivery } from "./delivery.js";
import { flatness } from "./flat.js";
import { latency, overHttp, reconnection } from "./http.js";
import { inMemory } from "./memory.js";

const rounds = Number(process.env["ROUNDS"] ?? 5);
const parts = new Set((process.env["PARTS"] ?? "memory,delivery,http,latency,reconnect,flat").split(","));
const say = (text: string) => console.log(`${text}\n`);

if (parts.has("memory")) say(await inMemory(rounds));
if (parts.has("delivery")) say(await delivery(rounds));
if (parts.has("flat")) say(await flatness(rounds));
const server = fork(new URL("server.mjs", import.meta.url));
const [address] = (await once(server, "message")) as [AddressInfo];
const baseUrl = `http://127.0.0.1:${address.port}`;
if (parts.has("http")) say(await overHttp(baseUrl, rounds));
if (parts.has("latency")) say(await latency(baseUrl, 5));
if (parts.has("reconnect")) say(await reconnection(baseUrl, 20));
server.kill();
process.exit(0);
