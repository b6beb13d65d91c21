/** Writes what people did as a test: the same acts on a clock that stands still, and what was seen of them. */
import { brand } from "../spec.js";
import { isFields } from "../json.js";
import type { Sandbox } from "../sandbox.js";
import type { Click } from "./clicks.js";

/** What `testApp()` gives: one person, their channel, and whoever else is made. */
const PACKAGE = `${brand.value}-apps`;
/** As many messages as a channel shows at once. */
const PAGE = 50;
const HOUR_MS = 3_600_000;
/** What is named otherwise than the act that it came of. */
const OF_WORDS: Readonly<Record<string, string>> = {
  post: "message",
  press: "pressed",
  pressPrivate: "pressed",
  submit: "sent",
};

/** A statement; it has a name where others use what comes of it. */
interface Line {
  readonly name: string | undefined;
  readonly text: string;
}

/**
 * A file for vitest that does again what was done, and expects what people saw. Acts that a test of one App in one
 * channel cannot do are comments in it.
 */
export function testFile(sandbox: Sandbox, clicks: readonly Click[]): string {
  const writer = new TestFile(sandbox, clicks[0]?.atMs ?? sandbox.clock.now());
  for (const click of clicks) writer.add(click);
  return writer.finish();
}

/** A value as people write it: names without quotes where they need none. */
function code(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(code).join(", ")}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, inner]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${code(inner)}`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

class TestFile {
  readonly #sandbox: Sandbox;
  readonly #lines: Line[] = [];
  readonly #expected: string[] = [];
  readonly #used = new Set<string>(["person"]);
  readonly #counts = new Map<string, number>();
  /** Names of interactions and messages, by id. */
  readonly #names = new Map<string, string>();
  readonly #people = new Map<string, string>();
  readonly #firstMs: number;
  #lastMs: number;
  /** False where something was left out, whose messages the test does not have. */
  #isWhole = true;

  constructor(sandbox: Sandbox, firstMs: number) {
    this.#sandbox = sandbox;
    this.#firstMs = firstMs;
    this.#lastMs = firstMs;
    const { person, owner } = sandbox.defaults;
    this.#people.set(person.id, "person").set(owner.id, "world.owner");
  }

  add(click: Click): void {
    const text = this.#textOf(click);
    if (text === undefined) {
      this.#isWhole = false;
      return this.#say(`// Left out: ${click.act}. ${this.#whyNot(click)}`);
    }
    this.#wait(click.atMs);
    const isAct = !["react", "edit", "delete", "reload"].includes(click.act);
    const name = isAct && click.came !== undefined ? this.#name(click) : undefined;
    this.#lines.push({ name, text: `await ${text};` });
    if (!isAct) this.#say("await world.settle();");
    if (name !== undefined && click.act !== "post") this.#expect(name, click.came ?? "");
  }

  finish(): string {
    const sandbox = this.#sandbox;
    this.#wait(sandbox.clock.now());
    const { channelId } = sandbox.defaults;
    const messages = sandbox
      .records("messages")
      .filter(
        (one) => one.channelId === channelId && one.createdAtMs >= this.#firstMs && one.deletedAtMs === undefined,
      );
    const byApps = messages.filter(({ author }) => author.kind === "app").map(({ content }) => content);
    const seen = "world.channel.messages.filter(({ byApp }) => byApp).map(({ content }) => content)";
    if (this.#isWhole && messages.length <= PAGE) this.#expected.push(`expect(${seen}).toEqual(${code(byApps)});`);
    const isFound = this.#used.has("shown");
    const lines = this.#lines.map(({ name, text }) =>
      name !== undefined && this.#used.has(name) ? `const ${name} = ${text}` : text,
    );
    return `${[
      `import "${PACKAGE}/testing/vitest";`,
      `import { testApp } from "${PACKAGE}/testing";`,
      'import { expect, test } from "vitest";',
      "// The file that exports your App",
      'import { app } from "../src/bot.js";',
      "",
      'test("what was done on the page is answered as it was then", async () => {',
      "  const world = await testApp(app);",
      "  const { person } = world;",
      ...(isFound ? FINDER : []),
      ...[...lines, "", ...this.#expected].map((line) => (line === "" ? "" : `  ${line}`)),
      "});",
      "",
    ].join("\n")}`;
  }

  #say(text: string): void {
    this.#lines.push({ name: undefined, text });
  }

  /** Time that passed between two acts passes in the test too. */
  #wait(atMs: number): void {
    const ms = Math.min(HOUR_MS, Math.round(atMs - this.#lastMs));
    if (ms > 0) this.#say(`await world.advance(${ms});`);
    this.#lastMs = atMs;
  }

  /** The call of an act; undefined for what cannot be done in the test. */
  #textOf({ personId, act, args, on, label }: Click): string | undefined {
    const [first, second, third, fourth] = args;
    const who = this.#person(personId);
    const call = (name: string, ...given: readonly (string | undefined)[]): string | undefined =>
      given.includes(undefined) ? undefined : `${who}.${name}(${given.filter((one) => one !== "").join(", ")})`;
    const filled = (value: unknown): string => (isFields(value) && Object.keys(value).length > 0 ? code(value) : "");
    const values = third === undefined ? "" : code(third);
    const title = label === undefined ? undefined : code(label);
    const target = (id: unknown): string | undefined => this.#message(String(id), on);
    const targetId = (): string | undefined => target(first)?.concat(".id");
    const calls: Readonly<Record<string, () => string | undefined>> = {
      post: () => (first === this.#sandbox.defaults.channelId ? call("post", code(second)) : undefined),
      run: () => call("run", this.#command(first), filled(second)),
      type: () => {
        const more = isFields(fourth) ? filled(fourth["args"]) : "";
        return call("type", this.#command(first), code(second), code(third), more);
      },
      runOnUser: () => call("runOnUser", this.#command(first), this.#person(String(second))),
      runOnMessage: () => call("runOnMessage", this.#command(first), target(second)),
      press: () => call("press", this.#holder(String(first), on), title, values),
      pressPrivate: () => call("press", this.#use(String(first)), title, values),
      submit: () => call("submit", this.#use(String(first)), title, code(isFields(second) ? second : {})),
      react: () => call("inner.react", targetId(), code(second)),
      edit: () => call("inner.edit", targetId(), code(second)),
      delete: () => call("inner.delete", targetId()),
      reload: () => call("inner.reload"),
    };
    return calls[act]?.();
  }

  #whyNot({ act }: Click): string {
    return act === "post" ? "It was in another channel." : "What it was done to is from before.";
  }

  #command(given: unknown): string {
    const command = this.#sandbox.records("commands").find(({ id }) => id === given);
    return code(command?.definition["name"] ?? (isFields(given) ? given["name"] : given));
  }

  #person(id: string): string {
    const known = this.#people.get(id);
    if (known !== undefined) return known;
    const { name } = this.#sandbox.person(id);
    const made = this.#unique(/^[a-z]+/i.exec(name)?.[0] ?? "other");
    this.#people.set(id, made);
    this.#used.add(made);
    this.#lines.unshift({ name: made, text: `world.newPerson(${code(name)});` });
    return made;
  }

  /** What holds a message: the interaction that it answers, or the message itself. */
  #holder(id: string, text: string | undefined): string | undefined {
    const [interactionId] = [...this.#names.keys()].filter((known) => this.#wrote(known, id));
    return (interactionId === undefined ? undefined : this.#use(interactionId)) ?? this.#message(id, text);
  }

  /** A message: what was posted in the test, or the newest with the text that it had; none that was there before. */
  #message(id: string, text: string | undefined): string | undefined {
    const posted = this.#use(id);
    if (posted !== undefined) return posted;
    const { createdAtMs = 0, channelId } = this.#sandbox.record("messages", id) ?? {};
    if (createdAtMs < this.#firstMs || channelId !== this.#sandbox.defaults.channelId) return undefined;
    this.#used.add("shown");
    return `shown(${code(text ?? "")})`;
  }

  #wrote = (interactionId: string, messageId: string): boolean =>
    this.#sandbox.record("interactions", interactionId)?.messageIds.includes(messageId) === true;

  #use(id: string): string | undefined {
    const name = this.#names.get(id);
    if (name !== undefined) this.#used.add(name);
    return name;
  }

  #name({ act, args, came = "" }: Click): string {
    const word = act.startsWith("run") || act === "type" ? this.#command(args[0]) : (OF_WORDS[act] ?? act);
    const name = this.#unique(word.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string = "") => next.toUpperCase()) || act);
    this.#names.set(came, name);
    return name;
  }

  /** A name with a number at its end: no word of the language, and nothing else of the file, is one. */
  #unique(word: string): string {
    const start = /^[A-Za-z]/.test(word) ? `${word[0]?.toLowerCase() ?? ""}${word.slice(1)}` : `the${word}`;
    const count = (this.#counts.get(start) ?? 0) + 1;
    this.#counts.set(start, count);
    return `${start}${count}`;
  }

  /** What the person saw for an interaction. */
  #expect(name: string, id: string): void {
    if (this.#sandbox.record("interactions", id) === undefined) return;
    const { texts, form, choices, state } = this.#sandbox.interaction(id);
    this.#used.add(name);
    const contents = texts.map(({ content }) => content);
    if (contents.length > 0)
      this.#expected.push(`expect(${name}.texts.map(({ content }) => content)).toEqual(${code(contents)});`);
    if (isFields(form)) this.#expected.push(`expect(${name}.form).toMatchObject(${code({ title: form["title"] })});`);
    if (choices !== undefined) this.#expected.push(`expect(${name}.choices).toEqual(${code(choices)});`);
    if (contents.length === 0 && form === undefined && choices === undefined)
      this.#expected.push(`expect(${name}.state).toBe(${code(state)});`);
  }
}

const FINDER = [
  "  /** The newest message of the App with this text. */",
  "  const shown = (text: string) => {",
  "    const found = world.channel.messages.findLast(({ byApp, content }) => byApp && content === text);",
  '    return found ?? expect.fail(`no message "${text}"`);',
  "  };",
];
