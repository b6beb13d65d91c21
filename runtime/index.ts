/** What most Apps need: the client, its errors and its conveniences, and a function for every route. */
export * from "../generated/routes.js";
export type * from "../generated/types.js";
// Straight from their file: the barrel would load every guard with them, and this entry is loaded at start.
export * from "../generated/validators/ids.js";
export type * from "./diagnostics/index.js";
export * from "./http/index.js";
export { App } from "./app/app.js"; // by name: the description has a record called App, which is reached as a type of `svc-apps/types`
export * from "./app/index.js";
