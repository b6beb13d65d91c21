/** What most Apps need: the client, its errors and its conveniences. */
export * from "./http/index.js";
