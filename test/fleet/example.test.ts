import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

interface Compose {
  readonly services: Readonly<Record<string, { readonly command: string[]; readonly environment?: object }>>;
}

test("the example's compose file starts three servers and four bots, which know what they are given", async () => {
  const { services } = parse(await readFile(at("examples/fleet/compose.yaml"), "utf8"), { merge: true }) as Compose;
  expect(Object.keys(services)).toEqual(["nats-1", "nats-2", "nats-3", "bot-1", "bot-2", "bot-3", "bot-4"]);
  const bot = await readFile(at("examples/fleet/bot.ts"), "utf8");
  const given = Object.keys(services["bot-1"]?.environment ?? {});
  expect(given).toHaveLength(4);
  for (const name of given) expect(bot).toContain(name);
  expect(services["bot-4"]?.command.at(-1)).toBe("bot.ts");
  const conf = await readFile(at("examples/fleet/nats.conf"), "utf8");
  for (const server of ["nats-1", "nats-2", "nats-3"]) expect(conf).toContain(`nats://${server}:6222`);
});
