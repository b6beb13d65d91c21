import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { App } from "svc-apps";
import type { KeyValue } from "svc-apps/stores";
import { crashes } from "svc-apps/testing";
import { describe, expect, test, vi } from "vitest";
import { PLAYED } from "./kit/played.js";

interface Mistake {
  readonly mistake: string;
  readonly example: keyof typeof PLAYED;
  readonly change: string;
  readonly to: string;
  readonly kind: string;
  readonly what: RegExp;
}

const moved = (first: string, second: string) => ({ change: first + second, to: second + first });

const UPDATE = "    await session.update((data) => void (data.opened += 1));\n";
const TICKET = `    const { subject, details } = filled.values;
    await filled.reply({
      content: \`\${subject} (number \${session.opened} of theirs)\\n\${details}\`,
      components: [take.of({ label: "Take it" })],
    });
`;

const MISTAKES: readonly Mistake[] = [
  {
    mistake: "an answer moved in front of what it reports",
    example: "moderation",
    ...moved(
      "  await api.deleteMessage({ serverId, channelId, messageId: target });\n",
      '  await reply({ content: "Removed.", private: true });\n',
    ),
    kind: "doubled",
    what: /buy my coins/,
  },
  {
    mistake: "a save moved behind the answer",
    example: "poll",
    ...moved(
      "    await session.update((polls) => void (polls[poll] = {}));\n",
      "    await reply({ content: question, components: buttons });\n",
    ),
    kind: "lost",
    what: /^store: session channel/,
  },
  {
    mistake: "votes in memory",
    example: "poll",
    change: "sessions({ store, by",
    to: "sessions({ by",
    kind: "lost",
    what: /You chose/,
  },
  {
    mistake: "a save moved behind the answer",
    example: "points",
    change: "    const { rows } = await database.query(ADD, [serverId, args.member]);\n",
    to: "    await reply('Given.');\n    const { rows } = await database.query(ADD, [serverId, args.member]);\n    return;\n",
    kind: "lost",
    what: /points/,
  },
  {
    mistake: "a save moved behind the answer",
    example: "tickets",
    change: UPDATE + TICKET,
    to: TICKET + UPDATE,
    kind: "lost",
    what: /^store: session person/,
  },
  {
    mistake: "a wait without a store",
    example: "tickets",
    change: "    conversations: { store },\n",
    to: "",
    kind: "stuck",
    what: /./,
  },
];

describe("a mistake in an example is found, and its run can be played alone", () => {
  test.each(MISTAKES)("$example: $mistake", async ({ example, change, to, kind, what }) => {
    const play = PLAYED[example];
    const source = await readFile(`examples/${example}/bot.ts`, "utf8");
    expect(source).toContain(change);
    const folder = await mkdtemp("test/output-crashes-");
    try {
      await writeFile(join(folder, "bot.ts"), source.replace(change, to));
      const make = async (store: KeyValue): Promise<App> => {
        vi.resetModules();
        return play.app(await import(resolve(folder, "bot.ts")), store);
      };
      const found = await crashes(make, play.scenario);
      expect(found).toContainEqual(expect.objectContaining({ kind, what: expect.stringMatching(what) }));
      expect(await crashes(make, play.scenario, { point: found[0]!.point })).toEqual(
        found.filter(({ point }) => point === found[0]!.point),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
