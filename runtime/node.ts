/** The transports of Node, for a client with an agent of its own (a proxy, a certificate, a connection limit). */
export { nodeTransport, type NodeTransportOptions } from "./http/transport/node.js";
export { nodeStreamTransport } from "./http/transport/node-stream.js";
