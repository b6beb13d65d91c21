import type { ChatCommand, MessageCommand, UserCommand } from "../../runtime/app/definitions/commands.js";
import { fillId, idReader } from "../../runtime/app/definitions/ids.js";
import type { FormValues, ModalDefinition } from "../../runtime/app/definitions/modal.js";
import type { OptionSpec } from "../../runtime/app/definitions/options.js";
import type { Diagnostic } from "../../runtime/diagnostics/index.js";
import { ArgumentError } from "../../runtime/base/errors.js";
import type { ArgumentValue, Person, PersonInteraction, SeenText } from "../../sandbox/index.js";
import type { SeenMessage, TestChannel } from "./channel.js";
import { asked } from "./asked.js";
import { componentIdOf, holderOf, unmarkedIn } from "./components.js";
import type { ComponentName } from "./components.js";
import type { Pace } from "./pace.js";

/** Arguments by name, of a command that is known by its name alone. */
type Named = Readonly<Record<string, ArgumentValue>>;

/** What a person fills in: as the handler sees it. No second argument where the command has no options. */
type Filled<Args> = [keyof Args] extends [never]
  ? []
  : object extends Args
    ? [args?: Args]
    : string extends keyof Args
      ? [args?: Args]
      : [args: Args];

/** An interaction from the side of the person who caused it. */
export class TestInteraction {
  readonly #inner: PersonInteraction;
  readonly #diagnostics: readonly Diagnostic[];

  /** `diagnostics`: what the App tells about itself while it runs. */
  constructor(inner: PersonInteraction, diagnostics: readonly Diagnostic[] = []) {
    this.#inner = inner;
    this.#diagnostics = diagnostics;
  }

  /** The platform's own view of it. */
  get inner(): PersonInteraction {
    return this.#inner;
  }
  get id(): string {
    return this.#inner.id;
  }
  /** `open`, `confirmed`, `deferred`, `declined`, `form-opened`, `suggested`, `answered` or `expired`. */
  get state(): string {
    return this.#inner.state;
  }
  /** The state in words, with why there is nothing more: the handler ended without a word, or still waits. */
  get standing(): string {
    return standingOf(this.#inner, this.#diagnostics);
  }
  /** What the person sees for it, private texts included. */
  get texts(): readonly SeenText[] {
    return this.#inner.texts.map(shown);
  }
  /** The first text; absent when there is none (yet). */
  get reply(): SeenText | undefined {
    return this.texts[0];
  }
  /** The suggestions shown. */
  get choices(): readonly unknown[] | undefined {
    return this.#inner.choices;
  }
  /** The form that was opened. */
  get form(): unknown {
    return unmarkedIn(this.#inner.form);
  }
}

/** A text with the ids that the App gave to its components. */
function shown(text: SeenText): SeenText {
  return text.components === undefined
    ? text
    : { ...text, components: unmarkedIn(text.components) as SeenText["components"] & {} }; // of the same shape
}

/** Somebody who acts, and waits for what the App does about it. Everything is typed by the App's own definitions. */
export class TestPerson {
  readonly #inner: Person;
  readonly #channel: TestChannel;
  readonly #pace: Pace;

  constructor(inner: Person, channel: TestChannel, pace: Pace) {
    this.#inner = inner;
    this.#channel = channel;
    this.#pace = pace;
  }

  /** The platform's own view of this person, for what is not here. */
  get inner(): Person {
    return this.#inner;
  }
  get id(): string {
    return this.#inner.id;
  }

  /** Writes a message in the channel. */
  async post(text: string): Promise<SeenMessage> {
    return asked(async () => {
      const { id, content } = this.#inner.post(this.#channel.id, text);
      await this.#pace.settle();
      return { id, content, byApp: false };
    });
  }

  /**
   * Runs a chat command, by its definition, which types the arguments, or by its name. Resolves once the App has dealt
   * with it, or cannot before time moves on.
   */
  async run<Args extends object = Named>(
    command: ChatCommand<Args> | string,
    ...[args]: Filled<Args>
  ): Promise<TestInteraction> {
    return asked(async () => this.#wait(this.#inner.run(command, asFilled(args))));
  }

  /** Types in an option with autocomplete, of a command by its definition or its name. */
  async type<Args extends object = Named, Option extends OptionSpec = OptionSpec>(
    command: ChatCommand<Args, Option> | string,
    option: Option["name"],
    text: string | number,
    args: Partial<Args> = {},
  ): Promise<TestInteraction> {
    return asked(async () => this.#wait(this.#inner.type(command, option, text, { args: asFilled(args) })));
  }

  /** Uses a command on somebody, by its definition or its name. */
  async runOnUser(command: UserCommand | string, person: TestPerson): Promise<TestInteraction> {
    return asked(async () => this.#wait(this.#inner.runOnUser(command, person.id)));
  }

  /** Uses a command on a message, by its definition or its name. */
  async runOnMessage(command: MessageCommand | string, message: { readonly id: string }): Promise<TestInteraction> {
    return asked(async () => this.#wait(this.#inner.runOnMessage(command, message.id)));
  }

  /**
   * Presses a component: of a message, or of what an interaction showed. It is named by its id, by the label on it, by a
   * template with parameters, `{ id: "vote:{choice}", params: { choice: "yes" } }`, or by its definition: `vote` where one
   * of it is there, `vote.of({ choice: "yes" })` where there are several.
   *
   * @throws ArgumentError when it is not there, naming those that are; `inner.press()` can press what is not there any more.
   */
  async press(
    where: SeenMessage | TestInteraction,
    component: ComponentName,
    values?: readonly string[],
  ): Promise<TestInteraction> {
    return asked(async () => this.#wait(this.#pressed(where, component, values)));
  }

  #pressed(
    where: SeenMessage | TestInteraction,
    component: ComponentName,
    values: readonly string[] | undefined,
  ): PersonInteraction {
    if (!(where instanceof TestInteraction)) {
      const now = this.#channel.sentWith(where.id) ?? where;
      const componentId = componentIdOf([now], component);
      return this.#inner.press(where.id, holderOf([now], componentId).id, values);
    }
    const { texts } = where.inner;
    const { holder, id } = holderOf(texts, componentIdOf(texts, component));
    return holder.messageId === undefined
      ? this.#inner.pressPrivate(where.inner, id, values)
      : this.#inner.press(holder.messageId, id, values);
  }

  /**
   * Fills in and submits the form that an interaction opened. It is named by its definition, which types the values; or
   * by its id, by its title, or by a template with parameters: `{ id: "report:{messageId}", params: { messageId: "1" } }`.
   *
   * @throws ArgumentError when it opened none, or another one.
   */
  async submit<Modal extends ModalDefinition>(
    opened: TestInteraction,
    form: Modal,
    values: Modal extends ModalDefinition<string, infer Field> ? FormValues<Field> : never,
  ): Promise<TestInteraction>;
  async submit(
    opened: TestInteraction,
    form: Template | string,
    values: Readonly<Record<string, string>>,
  ): Promise<TestInteraction>;
  async submit(opened: TestInteraction, form: FormName, values: object): Promise<TestInteraction> {
    return asked(async () => {
      requireForm(opened, form);
      const texts = Object.entries(values).map(([id, value]) => [id, String(value)] as const);
      return this.#wait(this.#inner.submit(opened.inner, Object.fromEntries(texts)));
    });
  }

  async #wait(interaction: PersonInteraction): Promise<TestInteraction> {
    await this.#pace.settled(interaction);
    return new TestInteraction(interaction, this.#pace.diagnostics);
  }
}

/** Which form is meant: its definition, or a name as a component has one, where its title takes the place of the label. */
type FormName = ModalDefinition | Template | string;

type Template = Extract<ComponentName, { readonly params: object }>;

function requireForm({ form, standing }: TestInteraction, name: FormName): void {
  const what = `There is no form "${typeof name === "string" ? name : name.id}" to submit`;
  if (form === undefined) throw new ArgumentError(`${what}: nothing opened one; ${standing.replace(/\.$/, "")}`);
  const [id, title] = ["id", "title"].map((field): unknown => Reflect.get(Object(form), field));
  if (isMeant(name, String(id), title)) return;
  const open = typeof title === "string" ? `"${String(id)}", titled "${title}"` : `"${String(id)}"`;
  throw new ArgumentError(`${what}; the one open is ${open}`);
}

function isMeant(name: FormName, id: string, title: unknown): boolean {
  if (typeof name === "string") return name === id || name === title;
  if ("params" in name) return fillId<string>(name.id, name.params as never) === id; // of any template: read at run time
  return idReader(name.id).read(id) !== undefined;
}

/** The definitions hold more than the wire knows: what is absent is left out. */
function asFilled(args: object = {}): Readonly<Record<string, ArgumentValue>> {
  const given = Object.entries(args).filter((entry): entry is [string, ArgumentValue] => entry[1] !== undefined);
  return Object.fromEntries(given);
}

/** Where an interaction stands, and what its test can do where nothing came of it yet. */
function standingOf({ id, state }: PersonInteraction, diagnostics: readonly Diagnostic[]): string {
  if (state === "deferred") return "it is deferred, and the answer is still missing: advance(ms) lets time pass";
  const told = diagnostics.filter((diagnostic) => "interactionId" in diagnostic && diagnostic.interactionId === id);
  const unrouted = told.find(({ type }) => type === "interaction.unrouted");
  if (unrouted && state === "declined") return `it is declined: ${unrouted.message}`;
  if (state !== "open") return `it is ${state}`;
  if (told.some(({ type }) => type === "interaction.unconfirmed")) return "the handler ended without confirming it";
  if (told.some(({ type }) => type === "interaction.received")) {
    return (
      "its handler still waits: advance(ms) lets time pass, and patienceMs is how long real work may take; a setTimeout() " +
      "of the handler's own runs on the machine's clock, which advance() does not move"
    );
  }
  return "it has not reached the App";
}
