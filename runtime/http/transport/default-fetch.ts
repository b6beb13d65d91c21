/** The transports of a client in browsers and workers, whose bundlers take this file for `default.js`: see package.json. */
export { fetchTransports as defaultTransports } from "./fetch.js";
