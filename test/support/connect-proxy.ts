import http from "node:http";
import net, { type AddressInfo } from "node:net";

/** A proxy that makes tunnels, as `CONNECT` asks for, and notes which. */
export interface ConnectProxy {
  /** With the credentials that it wants. */
  readonly url: string;
  /** What it was asked to connect to, `host:port`. */
  readonly asked: string[];
  /** What came as `proxy-authorization`. */
  readonly authorizations: (string | undefined)[];
  close(): Promise<void>;
}

/** Starts a proxy on loopback. All tunnels lead to `port`, whatever name they are for; with `refuse`, none is made. */
export async function startProxy({ port, refuse }: { readonly port: number; readonly refuse?: number }) {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const open = new Set<net.Socket>();
  const server = http.createServer((_request, response) => response.writeHead(405).end());
  server.on("connect", (request: http.IncomingMessage, socket: net.Socket) => {
    asked.push(request.url ?? "");
    authorizations.push(request.headers["proxy-authorization"]);
    if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} No\r\ncontent-length: 0\r\n\r\n`);
    const target = net.connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    for (const one of [socket, target]) {
      open.add(one);
      one.on("error", () => one.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo; // a TCP server that listens has an address with a port
  const close = async () => {
    for (const one of open) one.destroy();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const proxy: ConnectProxy = { url: `http://someone:proxy-secret@127.0.0.1:${own}`, asked, authorizations, close };
  return proxy;
}

/** Key and certificate of `chat.test`, signed by itself: nobody trusts it. */
export const untrusted = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglTtQqMG2ycv7iiST
Bo5Jwt2pS3/Ccl1uhN/R31NV9f+hRANCAAQQOE+ASsUN2SdJfoVXELRl+qzmlXAx
ucJzfS2jKx93DBcI/xW890kv4XL6ACqGseojtqBe6fMnwB70UH+a44qx
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUZWvKRqamsmO7n4vju1Bq3MICR18wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJY2hhdC50ZXN0MCAXDTI2MTEyMjEyMjQzOVoYDzIxMjYxMDI5
MTIyNDM5WjAUMRIwEAYDVQQDDAljaGF0LnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQQOE+ASsUN2SdJfoVXELRl+qzmlXAxucJzfS2jKx93DBcI/xW890kv
4XL6ACqGseojtqBe6fMnwB70UH+a44qxo2kwZzAdBgNVHQ4EFgQUJF3n0oYzCTSh
db4GSni6wZDoAikwHwYDVR0jBBgwFoAUJF3n0oYzCTShdb4GSni6wZDoAikwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALggljaGF0LnRlc3QwCgYIKoZIzj0EAwID
SAAwRQIhAIbslxAFqUTN2Ws1KwZY2bMmhgS8nl9dwdx2dGXdNb8tAiA3JiRWXToq
FpREmNLBjzkA2swANa0eQLzkwAhMIRRa3Q==
-----END CERTIFICATE-----`,
} as const;
