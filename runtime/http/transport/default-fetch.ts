/**
 * The default transports in browsers and workers: bundlers put this file in place of `default.js`, see package.json.
 */
export { fetchTransports as defaultTransports } from "./fetch.js";
