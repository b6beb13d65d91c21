/** What a test of an App sees: the order of real HTTP, failures that are dealt with, and components by definition. */
import "svc-apps/testing/vitest";
import { App, button, chatCommand, silentLogger } from "svc-apps";
import type { AppOptions } from "svc-apps";
import { testApp } from "svc-apps/testing";
import { describe, expect, test } from "vitest";

const ask = chatCommand({ name: "ask", description: "Ask something" });
const vote = button({ id: "vote:{choice}" });
const appOf = (options: AppOptions = {}) => new App({ logger: silentLogger, ...options });

describe("by endpoint", () => {
  test("a private answer reaches the platform after the defer, at the same virtual time and by one call", async () => {
    const app = appOf().command(ask, ({ reply }) => reply({ content: "For you.", private: true }));
    const { person, clock, sandbox } = await testApp(app, { via: "endpoint" });
    const startedMs = clock.now();
    const asked = await person.run(ask);
    expect(asked).toHaveReplied("For you.");
    expect(clock.now()).toBe(startedMs);
    const answers = sandbox.log.entries().filter(({ detail }) => detail["operation"] === "answerInteraction");
    expect(answers.map(({ detail }) => detail["status"])).toEqual([200]);
  });

  test("follow-ups come in their order, without time passing", async () => {
    const app = appOf().command(ask, async ({ reply, followUp }) => {
      await reply("One.");
      await followUp("Two.");
    });
    const { person, clock } = await testApp(app, { via: "endpoint" });
    const startedMs = clock.now();
    const asked = await person.run(ask);
    expect(asked.texts.map(({ content }) => content)).toEqual(["One.", "Two."]);
    expect(clock.now()).toBe(startedMs);
  });
});

describe("a handler that throws", () => {
  const failing = (): App =>
    appOf().command(ask, () => {
      throw new Error("no");
    });

  test("rejects the act of the person, where nothing deals with it", async () => {
    const { person } = await testApp(failing());
    await expect(person.run(ask)).rejects.toThrow("no");
  });

  test("gives the interaction, where onError() is registered", async () => {
    const told: unknown[] = [];
    const { person } = await testApp(failing().onError((error) => void told.push(error.cause)));
    const asked = await person.run(ask);
    expect(asked.state).toBe("declined");
    expect(told).toMatchObject([{ message: "no" }]);
  });
});

describe("press()", () => {
  const world = async (choices: readonly string[]) => {
    const app = appOf();
    app.command(ask, async ({ reply }) =>
      reply({ content: "Well?", components: choices.map((choice) => vote.of({ choice }, { label: choice })) }),
    );
    app.component(vote, async ({ params, reply }) => reply(`You said ${params.choice}.`));
    const { person } = await testApp(app);
    return { person, asked: await person.run(ask) };
  };

  test("takes the definition of a component that is there once", async () => {
    const { person, asked } = await world(["yes"]);
    expect(await person.press(asked, vote)).toHaveReplied("You said yes.");
  });

  test("takes what its of() made, where there are several", async () => {
    const { person, asked } = await world(["yes", "no"]);
    expect(await person.press(asked, vote.of({ choice: "no" }))).toHaveReplied("You said no.");
  });

  test("refuses a definition that fits several or none, and says which are there", async () => {
    const { person, asked } = await world(["yes", "no"]);
    await expect(person.press(asked, vote)).rejects.toThrow(/not the definition of one component, but of "vote:yes", /);
    await expect(person.press(asked, button({ id: "other" }))).rejects.toThrow(/reads no id of "vote:yes", "vote:no"/);
  });
});

describe("the sandbox", () => {
  test("a refused requiredPermission names the calls of the portal that grant it, which do", async () => {
    const remove = chatCommand({
      name: "remove",
      description: "Remove it",
      requiredPermission: "gerenciar_mensagens",
    });
    const { person, sandbox } = await testApp(appOf().command(remove, ({ reply }) => reply("Gone.")));
    const refused = await person.run(remove).then(() => "", String);
    expect(refused).toMatch(/needs gerenciar_mensagens\. Grant it by portal\.createRole\(.*portal\.giveRole\(/);
    const created = /createRole\((\{.*?\})\)/.exec(refused)?.[1] ?? "";
    const { serverId } = sandbox.defaults;
    const { roleId } = sandbox.portal.createRole(JSON.parse(created) as never); // as the sentence says
    sandbox.portal.giveRole({ serverId, roleId, personId: person.id });
    expect(await person.run(remove)).toHaveReplied("Gone.");
  });

  test("until() of a person's interaction rejects when the sandbox stops", async () => {
    const world = await testApp(appOf().command(ask, () => undefined));
    const run = world.person.inner.run(ask);
    const never = [run.until(() => false), run.settled()].map(async (one) => one.then(String, String));
    await world.stop();
    const why = /^Error: The sandbox stopped while interaction .* was open$/;
    expect(await Promise.all(never)).toEqual([expect.stringMatching(why), expect.stringMatching(why)]);
  });
});
