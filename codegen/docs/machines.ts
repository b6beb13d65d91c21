import { fence, plainText } from "../bundle/harmless.js";
import { blocks, dataMarkdown } from "../bundle/markdown.js";
import { isRecord } from "../../runtime/base/values.js";
import type { Table } from "../model/model.js";

/** One step of a machine. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly trigger: string;
}

/** The machines that a table holds: lists of rows with `from`, `to` and `trigger`, by name. Undefined for any other. */
export function machineOf(value: unknown): ReadonlyMap<string, readonly Transition[]> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).map(([name, rows]) => [name, rowsOf(rows)] as const);
  const machines = entries.flatMap(([name, rows]) => (rows === undefined ? [] : [[name, rows] as const]));
  return entries.length === 0 || machines.length < entries.length ? undefined : new Map(machines);
}

function rowsOf(value: unknown): readonly Transition[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const rows = value.flatMap((row): Transition[] => {
    if (!isRecord(row)) return [];
    const { from, to, trigger } = row;
    return typeof from === "string" && typeof to === "string" && typeof trigger === "string"
      ? [{ from, to, trigger }]
      : [];
  });
  return rows.length === value.length ? rows : undefined;
}

/** The page of all machines, each as a diagram and as a table. */
export function machinePage(tables: readonly Table[]): string {
  const parts = tables.flatMap(({ value, doc }) => {
    const whole = isRecord(value) ? value : {};
    return [
      doc,
      ...[...(machineOf(value) ?? [])].map(([name, rows]) =>
        blocks(`## ${plainText(name)}`, diagram(rows), dataMarkdown(whole[name])),
      ),
    ];
  });
  return blocks("# State machines", ...parts);
}

/** A diagram in the language of Mermaid. */
export function diagram(rows: readonly Transition[]): string {
  const id = (state: string): string => state.replaceAll(/\W/g, "_");
  const states = [...new Set(rows.flatMap(({ from, to }) => [from, to]))];
  const labels = states
    .filter((state) => id(state) !== state)
    .map((state) => `  state "${state.replaceAll('"', "'")}" as ${id(state)}`);
  const [first] = rows;
  // One arrow between two states: of two from a state to itself only one would be drawn.
  const arrows = new Map<string, string[]>();
  for (const { from, to, trigger } of rows) {
    const arrow = `${id(from)} --> ${id(to)}`;
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), trigger]);
  }
  const steps = [...arrows].map(([arrow, triggers]) => `  ${arrow}: ${triggers.join(", ")}`);
  const start = first === undefined ? [] : [`  [*] --> ${id(first.from)}`];
  const lines = [...labels, ...start, ...steps].map((line) => line.replaceAll(/[\r\n]+/g, " "));
  return fence("mermaid", ["stateDiagram-v2", ...lines].join("\n"));
}
