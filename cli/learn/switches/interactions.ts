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
} from "./traffic.js";

const OUTCOMES = ["confirmInteraction", "answerInteraction", "followUpInteraction"];

const kindOf = ({ body }: Exchange): string => Object.keys(body?.kinds ?? {})[0] ?? "";

/** Confirmations of one type. */
const confirming = (
  type: string,
  keep: (one: Exchange) => boolean,
  decided: Parameters<typeof decides>[2],
  what: string,
): Rule => {
  const fits = (one: Exchange): boolean => kindOf(one) === type && keep(one) && !hasNote(one, "late");
  return (traffic) =>
    traffic
      .of("confirmInteraction")
      .filter(fits)
      .filter((one) => one.code !== "INTERACTION_ALREADY_CONFIRMED")
      .flatMap((one) => decides(one, what, decided));
};

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
    traffic
      .of("confirmInteraction")
      .filter((one) => kindOf(one) === "modal" && one.code !== "INTERACTION_ALREADY_CONFIRMED" && !hasNote(one, "late"))
      .flatMap((one) => {
        const [here, there] = sent(one, "modal") === undefined ? ["inline", "nested"] : ["nested", "inline"];
        return decides(one, `with the form ${here}`, { accepted: here, refused: there });
      }),
  privateReply: (traffic) => refusedBoth(traffic, "private"),
  replyComponents: (traffic) => refusedBoth(traffic, "components"),
  formSubmissions: ({ facts }) =>
    facts.includes(FORM_AGAIN) ? [{ reading: "repeated", because: "a form that was opened once came twice" }] : [],
  emptySuggestions: confirming(
    "suggest",
    (one) => isOf(sent(one, "choices"), "empty list"),
    { accepted: "sent", refused: "silent" },
    "without choices",
  ),
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
    traffic
      .of("confirmInteraction")
      .filter((one) => notedAs(one, "event autocomplete") && !["suggest", "reply"].includes(kindOf(one)))
      .filter((one) => !hasNote(one, "late") && one.code !== "INTERACTION_ALREADY_CONFIRMED")
      .flatMap((one) =>
        decides(one, `with ${kindOf(one)} for autocomplete`, { accepted: "any", refused: "suggest-only" }),
      ),
};

/** Whether a first answer may carry a field: the other two readings are choices of the client for a service that refuses. */
function refusedBoth(traffic: Parameters<Rule>[0], field: string): readonly Evidence[] {
  const rule = (refused: string): Rule =>
    confirming("reply", (one) => sent(one, field) !== undefined, { accepted: "sent", refused }, `with ${field}`);
  return ["rerouted", "refused"].flatMap((reading) => rule(reading)(traffic));
}
