/** The transports a client takes by itself on Node: chosen by the `#transport` entry of package.json. */
export { nodeTransport as defaultTransport } from "./node.js";
export { nodeStreamTransport as defaultStreamTransport } from "./node-stream.js";
