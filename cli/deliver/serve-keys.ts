import { createServer } from "node:http";

/** The key route of this command, while it runs. */
export interface ServedKeys {
  readonly url: string;
  /** How often the keys were asked for. */
  readonly asked: () => number;
  readonly stop: () => void;
}

/** Serves the key route's answer on loopback until stopped. Rejects when the port is taken. */
export function serveKeys(port: number, published: object): Promise<ServedKeys> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(published));
  });
  const served = {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    stop: () => void server.close(() => undefined),
  };
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(served));
  });
}
