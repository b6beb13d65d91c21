import type { Interaction } from "../../generated/types.js";

/** The kinds of delivery with a fixture: the six types of interaction, and the probe. */
export type FixtureKind = Interaction["type"] | "probe";

/** All of them, in a fixed order. */
export const fixtureKinds: readonly FixtureKind[] = [
  "command",
  "command_on_user",
  "command_on_message",
  "autocomplete",
  "component",
  "form",
  "probe",
];

const ids = {
  id: "0b7e6c52-5c1d-4d0a-9b57-0f8f6d2f4a10",
  serverId: "7401000000000000001",
  channelId: "7501000000000000001",
  userId: "7601000000000000001",
};

const command = { publicId: "7701000000000000001", name: "roll", path: "roll" };

/** `data` of each type. Where it is not documented, a plausible object on which handlers must not rely. */
const data: Readonly<Record<Interaction["type"], object>> = {
  command: { command, arguments: [{ name: "sides", type: "integer", value: 6 }] },
  command_on_user: { command: { ...command, name: "Greet" }, targetId: "7601000000000000002" },
  command_on_message: { command: { ...command, name: "Quote" }, targetId: "7801000000000000001" },
  autocomplete: {
    command: { ...command, name: "search", path: "search" },
    arguments: [{ name: "text", type: "string", value: "ab" }],
    focused: "text",
    focusedType: "string",
    focusedLimits: { maxLength: 100 },
  },
  component: { id: "vote:yes", values: [] },
  form: { id: "report", values: { reason: "spam" } },
};

/**
 * The body of a delivery of each kind, as the service would send it.
 *
 * @param fields replaces fields of the interaction (its `id`, say), or of the probe (its `challenge`)
 */
export function deliveryFixture(
  kind: FixtureKind,
  fields: Readonly<Record<string, unknown>> = {},
): { readonly type: "interaction" | "probe" } & Readonly<Record<string, unknown>> {
  if (kind === "probe") return { type: "probe", challenge: "c-5d2f0c9a", ...fields };
  const expiresInMs = kind === "autocomplete" ? 1_000 : 3_000;
  return { type: "interaction", interaction: { ...ids, type: kind, data: data[kind], expiresInMs, ...fields } };
}
