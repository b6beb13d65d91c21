import { isInteraction } from "../../generated/validators.js";
import { isInteractionByHand } from "./hand-written.js";
import { type Guard, peers } from "./peers.js";

const head = {
  id: "0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11",
  serverId: "7101000000000000001",
  channelId: "7102000000000000001",
  userId: "7105000000000000001",
  expiresInMs: 3000,
};
const typed = {
  command: { publicId: "7106000000000000001", name: "city", path: [] },
  arguments: [{ name: "name", type: "string", value: "lis" }],
  focused: "name",
  focusedType: "string",
  focusedLimits: { maxLength: 100 },
};
const valid: readonly unknown[] = [
  { ...head, type: "command", data: { command: { name: "roll" }, arguments: [] } },
  { ...head, type: "command_on_user", data: { target: "1" } },
  { ...head, type: "command_on_message", data: {} },
  { ...head, type: "autocomplete", data: typed },
  { ...head, type: "component", data: {} },
  { ...head, type: "form", data: { values: [] } },
];
const invalid: readonly unknown[] = [
  { ...head, type: "command", data: { command: {} } },
  { ...head, type: "command_on_user", data: {}, userId: 5 },
  { ...head, type: "command_on_message", data: "none" },
  { ...head, type: "autocomplete", data: { ...typed, arguments: [{ name: 5, type: "string", value: 1 }] } },
  { ...head, type: "component", data: {}, id: "0d9f6f2e" },
  { ...head, type: "voice", data: {} },
];

const ROUNDS = Number(process.env["ROUNDS"] ?? 15);
/** Microseconds of CPU that one turn takes, whoever's turn it is. */
const TURN_US = Number(process.env["TURN_US"] ?? 4_000);

/** Nanoseconds of CPU per value, over as many values as fit into a turn. */
function time(guard: Guard, values: readonly unknown[]): number {
  let [accepted, asked, spentUs] = [0, 0, 0];
  const { user } = process.cpuUsage();
  while (spentUs < TURN_US) {
    for (let round = 0; round < 50; round++) for (const value of values) if (guard(value)) accepted++;
    asked += 50 * values.length;
    spentUs = process.cpuUsage().user - user;
  }
  if (accepted !== 0 && accepted !== asked) throw new Error("half a verdict");
  return (spentUs * 1_000) / asked;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

const guards = new Map<string, Guard>([
  ["by hand", isInteractionByHand],
  ["generated", isInteraction],
  ...(await peers()),
]);
for (const [name, guard] of guards) {
  if (!valid.every((value) => guard(value))) console.log(`${name} refuses what is valid`);
  if (invalid.some((value) => guard(value))) console.log(`${name} accepts what is invalid`);
}

/** Rounds in which all take their turn, valid and invalid values apart. */
function race(values: readonly unknown[]): ReadonlyMap<string, readonly number[]> {
  const results = new Map<string, number[]>([...guards.keys()].map((name) => [name, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, guard] of guards) {
      const spent = time(guard, values);
      if (round >= 0) results.get(name)?.push(spent);
    }
  }
  return results;
}

const [good, bad] = [race(valid), race(invalid)];
console.log("| | ns, valid | against by hand | ns, invalid | against by hand |\n|---|---:|---:|---:|---:|");
for (const name of guards.keys()) {
  const cells = [good, bad].flatMap((results) => {
    const base = results.get("by hand") ?? [];
    const own = results.get(name) ?? [];
    const ratio = median(own.map((spent, round) => spent / (base[round] ?? Number.NaN)));
    return [median(own).toFixed(0), ratio.toFixed(2)];
  });
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
console.log("");
