import { App, chatCommand, modal } from "svc-apps";
import type { OptionSpec } from "svc-apps";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only when both types are the same. */
declare function same<A, B>(proof: Equal<A, B>): void;
/** An intersection as the one object it describes. */
type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };

const app = new App();
const text = { name: "x", description: "x" } as const;

// CMD-17: a field that a known type does not have is a slip of the pen.
chatCommand({
  ...text,
  // @ts-expect-error there is no `requred`
  options: [{ type: "string", name: "a", description: "a", requred: true }],
});
chatCommand({
  ...text,
  options: [
    { type: "string", name: "a", description: "a", required: true },
    // @ts-expect-error there is no `minvalue`; the other options are right
    { type: "integer", name: "b", description: "b", minvalue: 1 },
    { type: "integer", name: "c", description: "c", minValue: 1 },
  ],
});
// @ts-expect-error a command has no `optons`
chatCommand({ ...text, optons: [] });

// CMD-17: types that are not known here keep what they have, and do not excuse the others.
const timed = chatCommand({
  ...text,
  options: [
    { type: "duration", name: "wait", description: "w", unit: "s", steps: [1, 5] },
    { type: "string", name: "a", description: "a", required: true },
  ],
});
app.command(timed, ({ args }) => same<Flat<typeof args>, { readonly wait?: unknown; readonly a: string }>(true));
chatCommand({
  ...text,
  options: [
    { type: "duration", name: "wait", description: "w", unit: "s" },
    // @ts-expect-error `unit` belongs to the other type
    { type: "string", name: "a", description: "a", unit: "s" },
  ],
});

// CMD-18 CMD-19: what a field holds is checked as well.
chatCommand({
  ...text,
  // @ts-expect-error `required` is true or false
  options: [{ type: "string", name: "a", description: "a", required: "yes" }],
});
chatCommand({
  ...text,
  // @ts-expect-error bounds are numbers
  options: [{ type: "integer", name: "a", description: "a", minValue: "1" }],
});
// @ts-expect-error bounds belong to integer options, those of other types included
chatCommand({ ...text, options: [{ type: "duration", name: "a", description: "a", minValue: 1 }] });

// Options need not be written in place: inference goes by what a list is made of.
const one = { type: "string", name: "one", description: "x", required: true } as const;
const two = { type: "integer", name: "two", description: "x", autocomplete: true } as const;
const list = [one, two] as const;
const listed = chatCommand({ ...text, options: list });
app.command(listed, ({ args }) => same<Flat<typeof args>, { readonly one: string; readonly two?: number }>(true), {
  two: ({ focused }) => same<typeof focused.value, number | undefined>(true),
});
// @ts-expect-error `two` asks for suggestions, also from a list made elsewhere
app.command(listed, () => {});
const longer = chatCommand({
  ...text,
  options: [...list, { type: "string", name: "three", description: "x", required: true }],
});
app.command(
  longer,
  ({ args }) => same<Flat<typeof args>, { readonly one: string; readonly two?: number; readonly three: string }>(true),
  { two: () => {} },
);
declare const anything: readonly OptionSpec[];
chatCommand({ ...text, options: anything });
const none = chatCommand({ ...text, options: [] });
app.command(none, ({ args }) => same<keyof typeof args, never>(true));

// INT-14: forms alike.
modal({
  id: "m",
  title: "x",
  // @ts-expect-error there is no `maxLenght`
  fields: [{ type: "text", id: "a", label: "a", maxLenght: 3 }],
});
modal({
  id: "m",
  title: "x",
  // @ts-expect-error a length is a number, and a field with another is not a field of some other type
  fields: [{ type: "paragraph", id: "a", label: "a", maxLength: "4" }],
});
chatCommand({
  name: "x",
  description: "x",
  // @ts-expect-error nor is an option whose bounds are texts
  options: [{ type: "integer", name: "n", description: "n", minValue: "4" }],
});
modal({
  id: "m",
  title: "x",
  fields: [
    { type: "stars", id: "grade", label: "Grade", most: 5, maxLength: 9 },
    // @ts-expect-error `most` belongs to the other type
    { type: "paragraph", id: "more", label: "More", most: 5 },
  ],
});
// @ts-expect-error a field needs a label
modal({ id: "m", title: "x", fields: [{ type: "text", id: "a" }] });
