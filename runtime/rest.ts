/**
 * Calls without the App: `svc-apps/rest`. A small client for bundles, a caller for any other description, the route
 * functions, the tables of the description, and what generated code stands on. A bundler keeps of it what is used: a
 * program of one route comes to about 8.5 kB.
 */
export * from "./abi/index.js";
export * from "./caller/index.js";
export { createFetchClient, type FetchClientOptions } from "./http/fetch-client/client.js";
export * from "../generated/routes.js";
export * from "../generated/tables.js";
