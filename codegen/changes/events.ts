import type { Located } from "../load/files.js";
import { childPointer } from "../load/pointer.js";
import { messagesOf, typeOf, typesOfMessages } from "../model/messages.js";
import type { UnionModel } from "../model/model.js";
import { record, text } from "../model/context.js";
import { unwrapped } from "../model/tolerate.js";
import type { Client } from "./client.js";
import { byName, differing, each } from "./pairs.js";
import { below } from "./view.js";
import { type Both, isBoth, type Pair, type Wire } from "./wire.js";

/** Events and channels of two AsyncAPI documents: what comes, where, and what it carries. */
export function compareEventDocuments(wire: Wire, documents: Both): void {
  const [before, after] = each(documents, (document, side) => {
    const { context } = wire.readings[side];
    return new Map(messagesOf(context, document).map(([name, message]) => [typeOf(name, message), message]));
  });
  for (const type of new Set([...before.keys(), ...after.keys()])) {
    const pair: Pair = [before.get(type), after.get(type)];
    const subject = `event ${type}`;
    if (isBoth(pair)) compareMessage(wire, subject, pair);
    else {
      const family = text(record(pair[1])["x-family"]);
      const of = family === "" ? "" : `, of the family ${family}`;
      const rule = pair[1] === undefined ? "event-removed" : "event-added";
      wire.at(subject, "", documents).say(rule, { after: of }, pair);
    }
  }
  // Events that came or went are told above; on channels only those that moved are news.
  const types = each(documents, (document, side) => {
    const all = [...typesOfMessages(wire.readings[side].context, document)];
    return new Map(all.filter(([, type]) => before.has(type) && after.has(type)));
  });
  for (const [name, pair] of wire.entries(documents, "channels"))
    compareChannel(wire, name, { documents, pair, types });
}

function compareMessage(wire: Wire, subject: string, pair: Both): void {
  const spot = wire.at(subject, "", pair);
  const [old, now] = [record(pair[0]), record(pair[1])];
  const differing = (key: string) => ({ before: text(old[key]) || "nothing", after: text(now[key]) || "nothing" });
  if (old["x-family"] !== now["x-family"]) spot.say("event-family-changed", differing("x-family"));
  if (old["x-union"] !== now["x-union"]) spot.say("event-union-changed", differing("x-union"));
  const [before, after] = each(pair, payloadOf);
  if (before !== undefined && after !== undefined)
    wire.schemas(spot, [before, after], { direction: "response", textual: false });
}

function payloadOf(message: Located): Located | undefined {
  const { payload } = record(message);
  return payload === undefined ? undefined : unwrapped(below({ value: payload, origin: message.origin }, "payload"));
}

interface Channel {
  readonly documents: Both;
  readonly pair: Pair;
  /** What those messages are called that both documents have. */
  readonly types: readonly [before: ReadonlyMap<unknown, string>, after: ReadonlyMap<unknown, string>];
}

function compareChannel(wire: Wire, name: string, { documents, pair, types }: Channel): void {
  const subject = `channel ${name}`;
  if (!isBoth(pair)) {
    const around = wire.around(documents, "channels");
    return wire.at(subject, "", around).say(pair[1] === undefined ? "channel-removed" : "channel-added", {}, pair);
  }
  const spot = wire.at(subject, "", pair);
  const [from, to] = each(pair, (channel) => text(record(channel)["address"]) || "no address");
  if (from !== to) spot.say("channel-address-changed", { before: from, after: to });
  const messages = wire.entries(pair, "messages");
  const { gone, come } = differing(
    each(types, (known, side) => messages.flatMap(([, both]) => known.get(both[side]?.value) ?? [])),
  );
  for (const name of gone) spot.say("channel-message-removed", { name });
  for (const name of come) spot.say("channel-message-added", { name });
}

/** Unions that the generated client decodes. */
export function compareUnions({ before, after, say }: Client): void {
  const about = (name: string) => {
    const place = childPointer("", "x-union-decoders", name);
    return { subject: `union ${name}`, places: [place, place] } as const;
  };
  byName([before.unions, after.unions], ({ name }) => name, {
    gone: (name) => say("union-removed", about(name)),
    come: (name) => say("union-added", about(name)),
    both: (name, old, now) => {
      if (other(old, now, "discriminant"))
        say("union-discriminant-changed", about(name), { before: old.discriminant, after: now.discriminant });
      if (other(old, now, "unknownName"))
        say("union-unknown-renamed", about(name), { before: old.unknownName, after: now.unknownName });
      const { gone, come } = differing(each([old, now], ({ variants }) => variants.map(({ value }) => value)));
      for (const value of gone) say("union-value-removed", about(name), { name: value });
      for (const value of come) say("union-value-added", about(name), { name: value });
    },
  });
}

const other = (old: UnionModel, now: UnionModel, key: "discriminant" | "unknownName"): boolean => old[key] !== now[key];
