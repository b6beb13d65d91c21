import type { Exchange } from "../recording.js";
import { FORM_AGAIN } from "../memory.js";
import { at } from "../shape.js";
import {
  byType,
  decides,
  type Evidence,
  got,
  hasNote,
  isAccepted,
  isOf,
  isRefused,
  type Rule,
  said,
  sent,
  type Traffic,
} from "./traffic.js";

const OUTCOMES = ["confirmInteraction", "answerInteraction", "followUpInteraction"];

const kindOf = ({ body }: Exchange): string => Object.keys(body?.kinds ?? {})[0] ?? "";

/** Confirmations of these types that came in time and first: what refuses them is about what they hold. */
const confirmations = (traffic: Traffic, ...types: readonly string[]): readonly Exchange[] =>
  traffic
    .of("confirmInteraction")
    .filter((one) => types.includes(kindOf(one)) && !hasNote(one, "late"))
    .filter(({ code }) => code !== "INTERACTION_ALREADY_CONFIRMED");

/** Readings of a first answer that does not take a field: what the client does then, which is the same on the wire. */
const NOT_TAKEN = ["rerouted", "refused"];

const takes = (one: Exchange, what: string): readonly Evidence[] =>
  NOT_TAKEN.flatMap((refused) => decides(one, what, { accepted: "sent", refused }));

const notedAs = (one: Exchange, label: string): boolean =>
  one.notes.some((note) => note.replace(/^\w+ /, "") === label);

/** When the window for follow-ups starts, by the label of the step that starts it. */
const STARTS: Readonly<Record<string, RegExp>> = {
  creation: /^(within|beyond) event /,
  confirm: /^(within|beyond) confirmInteraction/,
  answer: /^(within|beyond) (answerInteraction|confirmInteraction reply)/,
};

/** Readings under which a follow-up would have been answered as it was; undefined where its notes do not say. */
function fitting(one: Exchange): readonly string[] | undefined {
  const inTime = Object.entries(STARTS).map(([reading, start]) => {
    const note = one.notes.find((text) => start.test(text));
    return [reading, note?.startsWith("within")] as const;
  });
  if (inTime.some(([, within]) => within === undefined)) return undefined;
  return inTime.flatMap(([reading, within]) => (within === isAccepted(one) ? [reading] : []));
}

/** What shows the readings of switches about interactions. */
export const interactionRules: Readonly<Record<string, Rule>> = {
  commandArguments: ({ events, all }) => {
    const came = [events, ...all.map((one) => got(one, "events[]"))].map((shape) => at(shape, "interaction"));
    return came.flatMap((interaction) => {
      const data = at({ types: [], kinds: { command: interaction?.kinds?.["command"] ?? {} } }, "data");
      const places = {
        "data.arguments": "arguments",
        "data.command.arguments": "command.arguments",
        "data.options": "options",
      };
      return Object.entries(places).flatMap(([reading, path]) =>
        isOf(at(data, path), "list", "empty list") ? [{ reading, because: `interaction_create has ${reading}` }] : [],
      );
    });
  },
  modalPlacement: (traffic) =>
    confirmations(traffic, "modal").flatMap((one) => {
      const [here, there] = sent(one, "modal") === undefined ? ["inline", "nested"] : ["nested", "inline"];
      return decides(one, `with the form ${here}`, { accepted: here, refused: there });
    }),
  privateReply: (traffic) =>
    confirmations(traffic, "reply")
      .filter((one) => hasNote(one, "private"))
      .flatMap((one) => {
        if (!isAccepted(one) || got(one, "messageId") === undefined) return takes(one, "with private");
        // What became a message of the channel is public, whatever it asked for.
        return NOT_TAKEN.map((reading) => ({ reading, because: `${said(one)} with private, and brought a messageId` }));
      }),
  replyComponents: (traffic) =>
    confirmations(traffic, "reply")
      .filter((one) => isOf(sent(one, "components"), "list"))
      .flatMap((one) => takes(one, "with components")),
  formSubmissions: ({ facts }) =>
    facts.includes(FORM_AGAIN) ? [{ reading: "repeated", because: "a form that was opened once came twice" }] : [],
  emptySuggestions: (traffic) =>
    confirmations(traffic, "suggest")
      .filter((one) => isOf(sent(one, "choices"), "empty list"))
      .flatMap((one) => decides(one, "without choices", { accepted: "sent", refused: "silent" })),
  expiredConfirmCode: (traffic) =>
    traffic
      .of("confirmInteraction")
      .filter((one) => hasNote(one, "late") && !one.notes.some((note) => / confirmInteraction/.test(note)))
      .flatMap((one) => (one.code === undefined ? [] : [{ reading: one.code, because: `${said(one)} when late` }])),
  answerTwice: (traffic) =>
    traffic
      .of("answerInteraction")
      .filter((one) => one.notes.some((note) => note.startsWith("again ")))
      .flatMap((one): readonly Evidence[] => {
        if (isRefused(one)) return [{ reading: "refused", because: `${said(one)} the second time` }];
        if (!isAccepted(one) || got(one, "messageId") === undefined) return [];
        const another = hasNote(one, "differs messageId");
        return [
          another
            ? { reading: "appends", because: "a second answerInteraction brought another messageId" }
            : { reading: "replaces", because: "a second answerInteraction brought the same messageId" },
        ];
      }),
  answeredState: (traffic) =>
    traffic
      .of(...OUTCOMES)
      .flatMap((one) => byType(one, "interaction.state", { words: ["text"], numbers: ["digits", "integer"] })),
  followupsShape: (traffic) =>
    traffic
      .of(...OUTCOMES)
      .flatMap((one) => byType(one, "interaction.followups", { count: ["integer"], list: ["list", "empty list"] })),
  expiresAtShape: (traffic) =>
    traffic
      .of(...OUTCOMES)
      .flatMap((one) => byType(one, "interaction.expiresAt", { iso: ["date-time"], epochMs: ["integer"] })),
  followUpWindowStart: (traffic) => {
    const told = traffic
      .of("followUpInteraction")
      .filter((one) => isAccepted(one) || one.status === 409)
      .map(fitting);
    const left = Object.keys(STARTS).filter((reading) => told.every((readings) => readings?.includes(reading) ?? true));
    const [reading, ...others] = left;
    if (reading === undefined || others.length > 0) return [];
    return [{ reading, because: "only so do the follow-ups fit that were taken and refused" }];
  },
  followUpAfterDecline: (traffic) =>
    traffic
      .of("followUpInteraction")
      .filter((one) => ["decline", "modal", "suggest"].some((type) => notedAs(one, `confirmInteraction ${type}`)))
      .filter((one) => !one.notes.some((note) => note.startsWith("beyond ")))
      .flatMap((one) =>
        decides(one, "after a decline, a form or suggestions", { accepted: "taken", refused: "refused" }),
      ),
  autocompleteConfirmations: (traffic) =>
    confirmations(traffic, "defer", "decline", "modal")
      .filter((one) => notedAs(one, "event autocomplete"))
      .flatMap((one) =>
        decides(one, `with ${kindOf(one)} for autocomplete`, { accepted: "any", refused: "suggest-only" }),
      ),
};
