import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { fastClock } from "./lives/clock.js";
import { Life, type LifeTransport } from "./lives/life.js";

const LIVES = Number(process.env["LIVES"] ?? 2000);
const STEPS = 8;
/** Lives at the same time: they mostly wait. */
const TOGETHER = 32;
const MINUTES = 15;
const transports: readonly LifeTransport[] = ["auto", "auto", "gateway", "mailbox"];

test(
  `EVT-12 EVT-13 EVT-14 EVT-17 EVT-38 BOX-03 BOX-05 BOX-09 over real sockets no event is lost untold, no gap is longer than the outage or without one, none comes twice untold, and each channel keeps its order (${LIVES} lives)`,
  async () => {
    const lives = new Map<string, Life>();
    const server = createServer((request, response) => {
      response.on("error", () => undefined);
      const appId = request.headers.authorization?.split(".")[1] ?? "";
      const life = lives.get(appId);
      if (life === undefined) response.destroy();
      else life.service.handle(request, response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // of a server that listens on a port
    const failures: object[] = [];
    fastClock.start();
    let seed = 0;
    const liveOn = async () => {
      while (seed < LIVES && failures.length < 10) {
        seed += 1;
        const transport = transports[Math.floor(seed / 5) % transports.length] ?? "auto";
        const appId = String(seed);
        const life = new Life(`http://127.0.0.1:${port}`, seed, transport, seed % 5 === 0);
        lives.set(appId, life);
        await life.run(STEPS);
        lives.delete(appId);
        if (life.broken.length > 0)
          failures.push({ seed: appId, transport, broken: life.broken, gaps: life.ledger.gaps });
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, liveOn));
    fastClock.stop();
    server.closeAllConnections();
    server.close();
    expect(failures).toEqual([]);
  },
  MINUTES * 60_000,
);
