import { type App, component } from "svc-apps";
import type { PersonInteraction } from "svc-apps/sandbox";
import type { KeyValue } from "svc-apps/stores";
import { expect } from "vitest";
import { address, order, poll, question, type Handler } from "../app/kit/polls.js";
import { storesRest } from "../app/kit/stores.js";
import { type Member, Setting } from "./setting.js";

export const INTERRUPTED = [{ content: "This was interrupted. Please start again.", private: true }];

/** A fleet, and an endpoint whose deliveries come to whichever member is chosen. */
export class Fleet {
  readonly setting: Setting;
  #chosen: App | undefined;

  static async start(): Promise<Fleet> {
    return new Fleet(await Setting.start());
  }

  private constructor(setting: Setting) {
    this.setting = setting;
  }

  get person() {
    return this.setting.sandbox.defaults.person;
  }

  /** Starts a member that handles /poll so. */
  async add(name: string, handle: Handler, store?: KeyValue): Promise<Member> {
    const kept = store ? { conversations: { store } } : {};
    const member = await this.setting.add(name, {}, (options) => ({ ...options, ...kept }));
    member.app.command(poll, handle);
    member.app.command(order, async ({ ask }) => {
      const form = await ask(address, { order: "7" });
      await form.reply(`${name} sends ${form.params.order} to ${form.values.street}`);
    });
    await this.setting.during(member.app.start({ signals: false }));
    return member;
  }

  /** From here on deliveries come to this one. */
  async deliverTo({ app }: Member): Promise<void> {
    const isFirst = this.#chosen === undefined;
    this.#chosen = app;
    if (!isFirst) return;
    const { portal, defaults } = this.setting.sandbox;
    await portal.saveEndpoint({
      appId: defaults.appId,
      url: "https://app.example/interactions",
      inProcess: async ({ url, headers, body }) => {
        const response = await this.#chosen?.fetch(new Request(url, { method: "POST", headers, body }));
        return { status: response?.status ?? 500, body: (await response?.text()) ?? "" };
      },
    });
    await portal.probeEndpoint({ appId: defaults.appId });
  }

  async settled(ran: PersonInteraction): Promise<PersonInteraction> {
    do {
      await storesRest(); // checking a signature takes its own time
      await this.setting.sandbox.clock.advance(10);
    } while (ran.state === "open");
    await this.setting.sandbox.clock.advance(50);
    return ran;
  }

  /** Begins a poll at one member; the id of its message. */
  async pollAt(member: Member): Promise<string> {
    await this.deliverTo(member);
    const asked = await this.settled(this.person.run("poll"));
    return asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  }

  async pressAt(member: Member, messageId: string, id = "vote:yes"): Promise<PersonInteraction> {
    await this.deliverTo(member);
    return this.settled(this.person.press(messageId, id));
  }

  async stop(member: Member): Promise<void> {
    await this.setting.during(member.app.stop({ graceMs: 0 }));
  }
}

export const told = ({ diagnostics }: Member): readonly string[] =>
  diagnostics.map(({ type }) => type).filter((type) => /handed_on|unrouted|race_lost|failed/.test(type));

export const asking =
  (name: string, timeoutMs = 300_000): Handler =>
  async ({ reply, waitFor }) => {
    await reply({ ...question, content: `${name} asks` });
    const vote = await waitFor(component("vote:{choice}"), { timeoutMs });
    await vote.reply(`${name} heard ${vote.params.choice}`);
  };

export const texts = ({ texts: said }: PersonInteraction) => said.map(({ content }) => content);
