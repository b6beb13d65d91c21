import { expect, test } from "vitest";
import { chatCommand } from "svc-apps";
import { Setting } from "./setting.js";

test.each([200, 400, 500])(
  "with %s ms to the engine and back an interaction is answered, begins once, and no member calls it expired",
  async (roundTripMs) => {
    const setting = await Setting.start();
    const members = [await setting.add("one"), await setting.add("other"), await setting.add("third")];
    const begun: string[] = [];
    for (const { app, fleet } of members) {
      app.command(chatCommand({ name: "long", description: "Answers" }), async (interaction) => {
        begun.push(fleet.member);
        await interaction.reply("done");
      });
    }
    await setting.run(...members);
    const { person, channelId } = setting.sandbox.defaults;
    setting.engine.faults.slow(roundTripMs);
    await setting.sandbox.clock.advance(5_000);
    for (let run = 0; run < 10; run += 1) {
      person.run("long");
      await setting.sandbox.clock.advance(3_700);
    }
    const told = members.flatMap(({ diagnostics }) => diagnostics.map(({ type }) => type));
    expect(told.filter((type) => type === "interaction.expired")).toEqual([]);
    expect(begun).toHaveLength(10);
    expect(person.read(channelId).filter(({ content }) => content === "done")).toHaveLength(10);
  },
);
