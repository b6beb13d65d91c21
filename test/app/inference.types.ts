import type { MessageId } from "svc-apps/types";
import {
  App,
  button,
  chatCommand,
  component,
  fillId,
  messageCommand,
  modal,
  select,
  unknownField,
  userCommand,
} from "svc-apps";
import type { ChatContext, CommandContext, ConfirmableContext } from "svc-apps";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only when both types are the same. */
declare function same<A, B>(proof: Equal<A, B>): void;
/** An intersection as the one object it describes. */
type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };

const app = new App();

// CMD-19 INT-34: arguments by name, with the type of the option, optional unless `required: true`.
const roll = chatCommand({
  name: "roll",
  description: "Roll a die",
  requiredPermission: null,
  options: [
    { type: "integer", name: "sides", description: "Sides", required: true, minValue: 2, maxValue: 100 },
    { type: "string", name: "label", description: "Label" },
    { type: "string", name: "note", description: "Note", required: false },
    { type: "duration", name: "wait", description: "Unknown here", required: true, unit: "s" },
  ],
});
app.command(roll, (interaction) => {
  same<
    Flat<typeof interaction.args>,
    { readonly sides: number; readonly wait: unknown; readonly label?: string; readonly note?: string }
  >(true);
  // @ts-expect-error there is no such option
  interaction.args.side;
  // @ts-expect-error an optional argument may be missing
  interaction.args.label.length;
  // @ts-expect-error arguments are read-only
  interaction.args.sides = 3;
});
same<CommandContext<typeof roll>["args"]["sides"], number>(true);

// A `required` that is not known to be true leaves the argument optional.
const maybe = chatCommand({
  name: "maybe",
  description: "x",
  options: [{ type: "string", name: "a", description: "a", required: Math.random() > 0.5 }],
});
app.command(maybe, ({ args }) => same<Flat<typeof args>, { readonly a?: string }>(true));

// A command without options has no arguments, and takes no suggestions.
const ping = chatCommand({ name: "ping", description: "x" });
app.command(ping, ({ args }) => same<keyof typeof args, never>(true));
// @ts-expect-error nothing asks for suggestions
app.command(ping, () => {}, { term: () => {} });

// CMD-01 CMD-02: only chat commands have options and arguments; the others have a target.
// @ts-expect-error options belong to chat commands
userCommand({ name: "x", description: "x", options: [] });
// @ts-expect-error options belong to chat commands
messageCommand({ name: "x", description: "x", options: [{ type: "string", name: "a", description: "a" }] });
const report = messageCommand({
  name: "report",
  description: "x",
  target: (data): { id: string } => data as { id: string },
});
app.command(report, (interaction) => {
  same<typeof interaction.target, { id: string }>(true);
  // @ts-expect-error a message command has no arguments
  interaction.args;
});
const opaque = userCommand({ name: "greet", description: "x" });
app.command(opaque, ({ target }) => same<typeof target, unknown>(true));

// CMD-18: bounds on integer options alone. What the platform does not document is kept.
chatCommand({
  name: "x",
  description: "x",
  // @ts-expect-error bounds belong to integer options
  options: [{ type: "string", name: "a", description: "a", minValue: 1 }],
});
chatCommand({
  name: "x",
  description: "x",
  // @ts-expect-error an option needs a description
  options: [{ type: "string", name: "a" }],
});
// CMD-24: the service sets the id.
// @ts-expect-error `publicId` is not written
chatCommand({ name: "x", description: "x", publicId: "1" });

// CMD-20: autocomplete and its handlers, both ways.
const find = chatCommand({
  name: "find",
  description: "x",
  options: [
    { type: "string", name: "term", description: "x", required: true, autocomplete: true },
    { type: "integer", name: "page", description: "x", autocomplete: true },
    { type: "string", name: "sort", description: "x", required: true },
  ],
});
// @ts-expect-error two options ask for suggestions
app.command(find, () => {});
// @ts-expect-error `page` has no handler
app.command(find, () => {}, { term: () => {} });
// @ts-expect-error `sort` does not ask for suggestions
app.command(find, () => {}, { term: () => {}, page: () => {}, sort: () => {} });
app.command(find, () => {}, {
  term: async (interaction) => {
    // INT-30 INT-32: the focused option's name and type, and suggestions of that type.
    same<typeof interaction.focused.name, "term">(true);
    same<typeof interaction.focused.value, string | undefined>(true);
    same<typeof interaction.args, Partial<{ readonly sort: string; readonly page?: number }>>(true);
    await interaction.suggest([{ name: "a", value: "a" }]);
    // @ts-expect-error the option is a string
    await interaction.suggest([{ name: "a", value: 1 }]);
    // INT-11 INT-12: suggestions are the only answer.
    // @ts-expect-error no reply to an autocomplete
    await interaction.reply("x");
    // @ts-expect-error no defer of an autocomplete
    await interaction.defer();
    // @ts-expect-error no decline of an autocomplete
    await interaction.decline();
    // @ts-expect-error no form from an autocomplete
    await interaction.modal(why);
  },
  page: async (interaction) => {
    same<typeof interaction.focused.value, number | undefined>(true);
    await interaction.suggest([{ name: "one", value: 1 }]);
    // @ts-expect-error the option is an integer
    await interaction.suggest([{ name: "one", value: "1" }]);
  },
});

// INT-09 INT-15: what may be said, where.
app.command(ping, async (interaction) => {
  await interaction.reply({ content: "x", private: true, components: [{ any: "thing" }, 1, null] });
  // @ts-expect-error suggestions answer autocomplete alone
  await interaction.suggest([]);
  // @ts-expect-error a decline carries no text
  await interaction.decline("no");
  // @ts-expect-error a defer carries no text
  await interaction.defer("wait");
  // @ts-expect-error a reply needs content
  await interaction.reply({ private: true });
  // INT-17 INT-18: there may be no message, and never null.
  const { messageId } = await interaction.reply("x");
  same<typeof messageId, MessageId | undefined>(true);
});

// INT-14: a modal's values, and ids that carry something.
const why = modal({
  id: "why:{message}:{kind}",
  title: "Why",
  fields: [
    { type: "text", id: "reason", label: "Reason", required: true, maxLength: 20 },
    { type: "paragraph", id: "more", label: "More" },
    { type: "stars", id: "grade", label: "Grade", most: 5 },
  ],
});
app.form(why, ({ values, params }) => {
  same<Flat<typeof values>, { readonly reason: string; readonly more?: string; readonly grade?: unknown }>(true);
  same<typeof params, { readonly message: string; readonly kind: string }>(true);
});
app.command(ping, async (interaction) => {
  await interaction.modal(why, { message: "1", kind: "spam" });
  // @ts-expect-error the id needs both values
  await interaction.modal(why, { message: "1" });
  // @ts-expect-error the id needs values
  await interaction.modal(why);
});
const plain = modal({ id: "plain", title: "x", fields: [] });
app.command(ping, async (interaction) => {
  await interaction.modal(plain);
  // @ts-expect-error the id takes no values
  await interaction.modal(plain, {});
});
// Components: what an id says.
app.component("vote:{poll}:{choice}", ({ params }) =>
  same<typeof params, { readonly poll: string; readonly choice: string }>(true),
);
app.component({ prefix: "page:" }, ({ params }) => same<typeof params, { readonly rest: string }>(true));
app.component(/row-(?<row>\d+)/, ({ params, data }) => {
  same<typeof params, Readonly<Record<string, string | undefined>>>(true);
  same<typeof data, unknown>(true);
});

// Events: narrowed by their type; unknown ones as such.
app.on("message_create", ({ message }) => same<typeof message.content, string>(true));
app.on("reaction_update", (event) => {
  same<typeof event.count, number>(true);
  // EVT-21: what the platform does not name is not known to be there.
  const channelId: unknown = unknownField(event, "channelId");
  void channelId;
});
app.on("unknown", ({ wireType }) => same<typeof wireType, string>(true));
// @ts-expect-error interactions have handlers of their own
app.on("interaction_create", () => {});
// @ts-expect-error no such event
app.on("message_created", () => {});

// Middleware: what it adds is on the contexts of the App it returns.
const withUser = app.use(async (context, next) => {
  context.log.info({}, "x");
  return next({ user: { name: "ana" } });
});
withUser.command(roll, ({ user, args }) => {
  same<typeof user, { name: string }>(true);
  same<typeof args.sides, number>(true);
});
withUser.on("message_create", (_event, { user }) => same<typeof user.name, string>(true));
withUser
  .use(async (context, next) => next({ upper: context.user.name.toUpperCase() }))
  .component("x", ({ user, upper }) => {
    same<typeof user, { name: string }>(true);
    same<typeof upper, string>(true);
  });
app.use(async (context, next) => {
  // What the context is of is told by its type.
  if (context.type === "event") void context.event;
  else if (context.type === "autocomplete") await context.suggest([]);
  else await context.decline();
  // @ts-expect-error an event cannot be declined, and an autocomplete neither
  await context.decline();
  return next();
});
// @ts-expect-error nothing was added to this App
app.command(roll, ({ user }) => user);

// A handler written elsewhere.
export const rollHandler = async (interaction: CommandContext<typeof roll>) =>
  interaction.reply(`${interaction.args.sides}`);
app.command(roll, rollHandler);
export const anyHandler = async (interaction: ConfirmableContext) => interaction.decline();
app.command(ping, anyHandler);
export const wrongHandler = async (interaction: ChatContext<{ readonly other: number }>) => interaction.args.other;
// @ts-expect-error written for other arguments
app.command(roll, wrongHandler);

// An id whose braces do not match does not compile, wherever one is taken.
fillId("k:{a}:{b}", { a: "1", b: "2" });
// @ts-expect-error no other half
fillId("k:{id", { id: "1" });
// @ts-expect-error no other half
app.component("k:{id", () => {});
// @ts-expect-error no other half, after one that has
component("k:{a}:b}");
// @ts-expect-error no name
app.component("k:{}", () => {});
// @ts-expect-error no other half
modal({ id: "k:id}", title: "x", fields: [] });
// @ts-expect-error a brace in a brace
button({ id: "k:{a{b}}" });
declare const anyId: string;
app.component(anyId, ({ params }) => same<typeof params, { readonly [x: string]: string }>(true));

// A button asks for what its id needs, and takes any field besides.
const vote = button({ id: "vote:{choice}", label: "Vote" });
vote.of({ choice: "a" }, { label: "A", style: 3, emoji: { name: "tada" } });
// @ts-expect-error the id needs a choice
vote.of();
// @ts-expect-error the id has no such name
vote.of({ choise: "a" });
// @ts-expect-error a select has options
select({ id: "x", label: "x" });
