/** The transports a client takes by itself where there is no Node: chosen by the `#transport` entry of package.json. */
export { fetchTransport as defaultTransport } from "./fetch.js";
export { fetchStreamTransport as defaultStreamTransport } from "./fetch-stream.js";
