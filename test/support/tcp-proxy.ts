import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./engines.js";

/** A way to a server that a test can cut. */
export interface TcpProxy {
  readonly port: number;
  /** As when a cable is pulled: nothing arrives on either side, and nobody is told. */
  cut(): void;
  /** As when the caller ends in between: what it sent arrives, and no answer comes. */
  mute(): void;
  /** What was on its way arrives. */
  heal(): void;
  close(): Promise<void>;
}

/** Listens on a port of loopback and passes everything on to another. */
export async function startProxy(toPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const answering = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined); // its close is passed on
  };
  const server = createServer((near) => {
    const far = connect(toPort, "127.0.0.1");
    const pass = (from: Socket, to: Socket) => {
      keep(from);
      from.on("data", (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on("drain", () => !isCut && from.resume());
      from.once("close", () => to.destroy());
      if (isCut) from.pause();
    };
    pass(near, far);
    pass(far, near);
    answering.add(far);
    far.once("close", () => answering.delete(far));
  });
  const port = await freePort();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mute() {
      for (const socket of answering) socket.pause();
    },
    heal() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
