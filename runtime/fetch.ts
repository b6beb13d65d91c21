/**
 * A client for bundles that must stay small: a program of one route comes to at most 7.5 kB with it. Route functions
 * are in `svc-apps/routes`, the guards of errors in `svc-apps`; a bundler takes of both what is used.
 */
export { createFetchClient, type FetchClientOptions } from "./http/fetch-client/client.js";
export type { Answer, HttpCall } from "./http/call.js";
export type { HttpMiddleware, HttpNext } from "./http/middleware.js";
