import { ArgumentError } from "../../runtime/base/errors.js";
import { TestChannel } from "./channel.js";
import { TestInteraction } from "./person.js";

/** What a matcher gives back; the shape of vitest's and Jest's. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** A text to look for: the whole of it, or a pattern. */
export type TextMatch = string | RegExp;

/** Matchers for `expect.extend(matchers)`; `svc-apps/testing/vitest` does that for you, types included. */
export const matchers = {
  /** A channel has a message with this text. */
  toHaveMessage(channel: unknown, text: TextMatch): MatcherResult {
    if (!(channel instanceof TestChannel)) return misuse("toHaveMessage", channel, "the channel of testApp()");
    const contents = channel.messages.map(({ content }) => content);
    return verdict(contents.some(matching(text)), "the channel", `a message ${shown(text)}`, contents);
  },
  /** An interaction was answered with this text, publicly or privately, at once or later. */
  toHaveReplied(interaction: unknown, text: TextMatch): MatcherResult {
    if (!(interaction instanceof TestInteraction))
      return misuse("toHaveReplied", interaction, "an interaction of testApp()");
    const contents = interaction.texts.map(({ content }) => content);
    const found = verdict(contents.some(matching(text)), "the interaction", `a reply ${shown(text)}`, contents);
    return withStanding(found, interaction);
  },
  /** An autocomplete was answered with a suggestion of this name. */
  toHaveSuggested(interaction: unknown, name: TextMatch): MatcherResult {
    if (!(interaction instanceof TestInteraction))
      return misuse("toHaveSuggested", interaction, "an interaction of testApp()");
    const names = (interaction.choices ?? []).map((choice) => String(Reflect.get(Object(choice), "name")));
    const found = verdict(names.some(matching(name)), "the interaction", `a suggestion ${shown(name)}`, names);
    return withStanding(found, interaction);
  },
};

function matching(wanted: TextMatch): (text: string) => boolean {
  return (text) => (typeof wanted === "string" ? text === wanted : wanted.test(text));
}

function shown(wanted: TextMatch): string {
  return typeof wanted === "string" ? `"${wanted}"` : `matching ${String(wanted)}`;
}

function verdict(pass: boolean, who: string, what: string, found: readonly string[]): MatcherResult {
  const list = found.length === 0 ? "nothing" : found.map((text) => `"${text}"`).join(", ");
  return { pass, message: () => `${who} should ${pass ? "not " : ""}have ${what}; it has ${list}` };
}

function withStanding({ pass, message }: MatcherResult, { standing }: TestInteraction): MatcherResult {
  return { pass, message: () => `${message()}; ${standing}` };
}

/** Thrown, not failed: under `.not` a failed match would pass. */
function misuse(matcher: string, given: unknown, wanted: string): never {
  const hint = given instanceof Promise ? ", got a promise of one: expect(await person.run(…))" : "";
  throw new ArgumentError(`${matcher}() takes ${wanted}${hint}`);
}
