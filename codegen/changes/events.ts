import type { ChannelModel, UnionModel } from "../model/model.js";
import { Findings } from "./change.js";
import type { Pair } from "./types.js";

/** Events that came, went or moved, and the unions that decode them. */
export function compareEvents({ before, after }: Pair): Findings {
  const findings = new Findings();
  const old = new Map(before.messages.map((message) => [message.type, message]));
  const now = new Map(after.messages.map((message) => [message.type, message]));
  for (const [type, message] of old) {
    const other = now.get(type);
    if (other === undefined) {
      findings.add("breaking", "event", type, "is gone");
      continue;
    }
    if (other.family !== message.family)
      findings.add(
        "breaking",
        "event",
        type,
        `belongs to ${other.family ?? "no family"} instead of ${message.family ?? "no family"}`,
      );
    if (other.union !== message.union)
      findings.add(
        "breaking",
        "event",
        type,
        `is decoded as ${other.union ?? "nothing"} instead of ${message.union ?? "nothing"}`,
      );
    if (other.schemaName !== message.schemaName)
      findings.add("breaking", "event", type, `is a ${other.schemaName} instead of a ${message.schemaName}`);
  }
  for (const [type, message] of now)
    if (!old.has(type))
      findings.add(
        "additive",
        "event",
        type,
        `is new${message.family === undefined ? "" : `, of the family ${message.family}`}`,
      );
  // Events that came or went were told above; on channels only those that moved are news.
  const stays = (type: string): boolean => old.has(type) && now.has(type);
  compareChannels(findings, [before.channels, after.channels], stays);
  compareUnions(findings, before.unions, after.unions);
  return findings;
}

function compareChannels(
  findings: Findings,
  [before, after]: readonly [before: readonly ChannelModel[], after: readonly ChannelModel[]],
  stays: (type: string) => boolean,
): void {
  const now = new Map(after.map((channel) => [channel.name, channel]));
  for (const channel of before) {
    const other = now.get(channel.name);
    if (other === undefined) {
      findings.add("breaking", "channel", channel.name, "is gone");
      continue;
    }
    if (other.address !== channel.address) {
      const what = `is at ${other.address || "no address"} instead of ${channel.address || "none"}`;
      findings.add("breaking", "channel", channel.name, what);
    }
    for (const type of channel.messages)
      if (stays(type) && !other.messages.includes(type))
        findings.add("breaking", "channel", channel.name, `no longer brings ${type}`);
    for (const type of other.messages)
      if (stays(type) && !channel.messages.includes(type))
        findings.add("additive", "channel", channel.name, `brings ${type}`);
  }
  for (const { name } of after)
    if (!before.some((channel) => channel.name === name)) findings.add("additive", "channel", name, "is new");
}

function compareUnions(findings: Findings, before: readonly UnionModel[], after: readonly UnionModel[]): void {
  const now = new Map(after.map((union) => [union.name, union]));
  const old = new Map(before.map((union) => [union.name, union]));
  for (const union of before) {
    const other = now.get(union.name);
    if (other === undefined) {
      findings.add("breaking", "union", union.name, "is no longer decoded");
      continue;
    }
    if (other.discriminant !== union.discriminant)
      findings.add(
        "breaking",
        "union",
        union.name,
        `is told apart by ${other.discriminant} instead of ${union.discriminant}`,
      );
    if (other.unknownName !== union.unknownName)
      findings.add(
        "breaking",
        "union",
        union.name,
        `calls what it does not know ${other.unknownName} instead of ${union.unknownName}`,
      );
    const values = (one: UnionModel): string[] => one.variants.map(({ value }) => value);
    for (const value of values(union))
      if (!values(other).includes(value)) findings.add("breaking", "union", union.name, `no longer knows \`${value}\``);
    for (const value of values(other))
      if (!values(union).includes(value)) findings.add("additive", "union", union.name, `knows \`${value}\``);
  }
  for (const union of after) if (!old.has(union.name)) findings.add("additive", "union", union.name, "is decoded now");
}
