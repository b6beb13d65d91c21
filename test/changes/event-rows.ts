type Json = Readonly<Record<string, unknown>>;
/** Two AsyncAPI documents, of which the second replaces the first. */
export type EventRow = readonly [what: string, before: Json, after: Json];

const payload = (type: string): Json => ({ type: "object", properties: { at: { type } } });
const message = (more: Json): Json => ({ payload: payload("string"), ...more });
const messages = (more: Json): Json => ({ components: { messages: more } });
const one = (more: Json): Json => messages({ lent: message(more) });
const reference = (name: string): Json => ({ $ref: `#/components/messages/${name}` });
const channel = (...names: readonly string[]): Json => ({
  channels: { feed: { address: "/feed", messages: Object.fromEntries(names.map((name) => [name, reference(name)])) } },
});
const three = messages({ a: message({}), b: message({}), c: message({}) });
const sharing = (names: Readonly<Record<string, string>>, schema: Json): Json => {
  const payload = { $ref: "#/components/schemas/A", description: "An item." };
  const entries = Object.entries(names).map(([key, name]) => [key, { name, payload }]);
  return { components: { messages: Object.fromEntries(entries), schemas: { A: schema } } };
};
const address = (more: Json): Json => ({ channels: { feed: more } });

/** Events, and the channels on which they come. */
export const eventRows: readonly EventRow[] = [
  ["an event is new", messages({}), one({})],
  ["one of a family is new", {}, one({ "x-family": " loans " })],
  ["two are new, in their order", one({}), messages({ b: message({}), lent: message({}), a: message({}) })],
  ["an event has another name on the wire", one({}), one({ name: "given" })],
  ["only its key is another one", one({ name: "given" }), messages({ given: message({ name: "given" }) })],
  ["it belongs to a family", one({}), one({ "x-family": "loans" })],
  ["it belongs to another family", one({ "x-family": "loans" }), one({ "x-family": "desk" })],
  ["it brings something else", one({}), one({ payload: payload("number") })],
  [
    "it brings something else, with the name of a format",
    one({ payload: { schemaFormat: "application/schema+json", schema: payload("string") } }),
    one({ payload: { schemaFormat: "application/schema+json", schema: payload("number") } }),
  ],
  [
    "a listed schema with the name of a format is another one",
    sharing({ a: "a" }, { schemaFormat: "application/schema+json", schema: payload("string") }),
    sharing({ a: "a" }, { schemaFormat: "application/schema+json", schema: payload("number") }),
  ],
  ["it brings nothing", one({}), messages({ lent: {} })],
  ["a message in a channel alone", {}, address({ messages: { lent: message({}) } })],

  ["a channel is new", three, { ...three, ...channel("a") }],
  ["a channel has an address", address({}), address({ address: " /feed " })],
  ["a channel has another address", address({ address: "/feed" }), address({ address: "/news" })],
  ["a channel brings others", { ...three, ...channel("a", "b") }, { ...three, ...channel("b", "c") }],
  [
    "an event that is new comes on a channel",
    { ...messages({ a: message({}) }), ...channel("a") },
    { ...messages({ a: message({}), b: message({}) }), ...channel("a", "b") },
  ],
  [
    "a channel brings one twice",
    { ...three, channels: { feed: { messages: { a: reference("a") } } } },
    { ...three, channels: { feed: { messages: { a: reference("a"), x: reference("a") } } } },
  ],
  [
    "a channel lists one under another key",
    { ...three, channels: { feed: { messages: { x: reference("a") } } } },
    { ...three, channels: { feed: { messages: { a: reference("a") } } } },
  ],
  [
    "a channel brings others under the same key",
    { ...three, channels: { feed: { messages: { x: reference("a") } } } },
    { ...three, channels: { feed: { messages: { x: reference("b") } } } },
  ],
  ["an event brings anything", one({ payload: true }), one({ payload: { type: "object" } })],
  [
    "events that say something beside one reference, whichever comes first",
    sharing({ a: "z", b: "y" }, { type: "string", minLength: 1 }),
    sharing({ a: "z", b: "y" }, { type: "string", minLength: 2 }),
  ],
];
