/**
 * A client for bundles that must stay small: a program of one route comes to less than 4 kB with it. Route functions
 * are in `svc-apps/routes`, the guards of errors in `svc-apps`; a bundler takes of both what is used.
 */
export { createFetchClient, type FetchClientOptions } from "./http/small/client.js";
