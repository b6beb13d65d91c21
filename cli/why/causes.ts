import { assumptionDefaults, limits } from "../../generated/tables.js";
import type { Note, Recorded, Recording, SeenError } from "./read.js";

/** Why a person saw nothing, or not what was meant. */
export interface Cause {
  readonly name: string;
  readonly says: string;
  readonly todo: string;
}

/** One rule: the first that holds names the cause. */
interface Rule<About> extends Cause {
  readonly holds: (about: About, recording: Recording) => boolean;
}

const has = ({ notes }: Recorded, ...whats: readonly string[]): boolean =>
  notes.some(({ what }) => whats.includes(what));

const errorsOf = (notes: readonly Note[]): readonly SeenError[] => notes.flatMap(({ error }) => chainOf(error));
const chainOf = (error: SeenError | undefined): readonly SeenError[] => (error ? [error, ...chainOf(error.cause)] : []);

const refusedCredential = ({ status }: SeenError): boolean => status === 401;

/** Whether the handler's answer went out after a defer. */
const isAnswered = ({ notes }: Recorded): boolean =>
  notes.some(
    ({ what, operation }) =>
      what === "http.call_succeeded" && (operation === "answerInteraction" || operation === "followUpInteraction"),
  );

const isDeferred = ({ notes }: Recorded): boolean =>
  notes.some(({ what, confirmation }) => what === "interaction.confirmed" && confirmation === "defer");

/** Whether the person saw something in time. */
const isConfirmed = (one: Recorded): boolean =>
  has(one, "interaction.confirmed") && (!isDeferred(one) || isAnswered(one));

const isOpen = (one: Recorded): boolean => has(one, "handler.began") && !has(one, "handler.ended");

const queuedMs = ({ notes }: Recorded): number =>
  Math.max(0, ...notes.map(({ what, queuedMs: ms = 0 }) => (what === "interaction.expired" ? ms : 0)));

const isLate = (one: Recorded): boolean =>
  has(one, "interaction.expired", "delivery.expired") ||
  errorsOf(one.notes).some(({ code }) => code?.endsWith("INTERACTION_EXPIRED"));

const lostWith = (one: Recorded): readonly SeenError[] =>
  errorsOf(one.notes.filter(({ what }) => what === "interaction.answer_lost"));

/** Causes that an interaction itself shows, the most telling first. */
const rules: readonly Rule<Recorded>[] = [
  {
    name: "revoked-credential",
    says: "the service refused the credential of the App (401)",
    todo: "create a new credential in the portal, and restart the App with it",
    holds: ({ notes }) => errorsOf(notes).some(refusedCredential),
  },
  {
    name: "lost-race",
    says: "another process with the same credential had confirmed it",
    todo: "stop the other process: often a forgotten dev, or the previous deploy",
    holds: (one) => has(one, "interaction.race_lost"),
  },
  {
    name: "queue",
    says: "it waited in this process until its time was over: other handlers held all places",
    todo: "shorten the handlers, or raise interactionConcurrency",
    holds: (one) => queuedMs(one) > limits.confirmationWindowMs / 2,
  },
  {
    name: "late-arrival",
    says: "it arrived when its time was nearly or entirely over",
    todo: "look for a reconnect or a slow network at that time; the mailbox is slower than the stream",
    holds: isLate,
  },
  {
    name: "answer-5xx",
    says: "the service failed with a 5xx each time the answer was sent",
    todo: "nothing in the App; look at the status of the service at that time",
    holds: (one) => lostWith(one).some(({ status = 0 }) => status >= 500),
  },
  {
    name: "answer-lost",
    says: "the answer did not get through",
    todo: "the error below says how the calls ended; check the network, and that the answer was sent within its minute",
    holds: (one) => has(one, "interaction.answer_lost"),
  },
  {
    name: "missing-route",
    says: "no handler fits its command, component or form",
    todo: "compare names and ids with the handlers that interaction.unrouted lists in the log",
    holds: (one) => has(one, "interaction.unrouted"),
  },
  {
    name: "thrown-error",
    says: "the handler threw",
    todo: "the log has the error and the line of your code (app.handler_failed)",
    holds: (one) => has(one, "app.handler_failed", "delivery.handler_failed"),
  },
  {
    name: "frozen-host",
    says: "the host froze after the response, before everything was sent, such as a private reply after a defer",
    todo: "pass a waitUntil that keeps the host awake, or hand the work to a queue",
    holds: (one, { notices }) =>
      has(one, "delivery.work_frozen") ||
      (notices.some(({ what }) => what === "delivery.work_frozen") &&
        one.notes.some(({ source }) => source === "delivery") &&
        !isConfirmed(one)),
  },
  {
    name: "forgotten-answer",
    says: "the handler ended and answered nothing",
    todo: "look for a missing await, or a branch without reply() or decline()",
    holds: (one) =>
      has(one, "handler.ended") && (has(one, "interaction.unconfirmed") || isDeferred(one)) && !isAnswered(one),
  },
  {
    name: "hung-handler",
    says: "the handler began and has not ended",
    todo: "set a time limit for what it waits for, and pass its signal on",
    holds: (one, { writtenAt }) =>
      isOpen(one) && !isConfirmed(one) && writtenAt - one.at > limits.confirmationWindowMs / 2,
  },
  {
    name: "duplicate",
    says: "it had come before, and was handled then",
    todo: "look for the first arrival in the recording of the other process",
    holds: (one) => has(one, "interaction.duplicate", "delivery.duplicate") && !has(one, "handler.began"),
  },
  {
    name: "late-suggestions",
    says: "the suggestions were not there within their second",
    todo: "answer from memory; remainingMs() says how much time is left",
    holds: (one) => has(one, "interaction.suggestions_late"),
  },
];

/** Failed deliveries since the last one that was taken. */
function failedInARow({ notices, interactions }: Recording): number {
  const taken = [
    ...notices.filter(({ what }) => what === "delivery.probe_answered").map(({ tick = 0 }) => tick),
    ...interactions
      .filter(({ notes }) => notes.some(({ what }) => what === "delivery.answered" || what === "delivery.left_to_rest"))
      .map(({ tick }) => tick),
  ];
  const lastMs = Math.max(-1, ...taken);
  const failed = ["delivery.refused", "delivery.misconfigured"];
  return notices.filter(({ what, tick = 0 }) => failed.includes(what) && tick >= lastMs).length;
}

const ELSEWHERE = "npx svc-apps doctor checks what the App can see of it";

/** Causes why an interaction is not in the file, from what happened around it. */
const absent: readonly Rule<undefined>[] = [
  {
    name: "revoked-credential",
    says: "it did not arrive: the service refused the credential of the App (401)",
    todo: "create a new credential in the portal, and restart the App with it",
    holds: (_, { notices }) => errorsOf(notices).some(refusedCredential),
  },
  {
    name: "suspended-endpoint",
    says: `it did not arrive: the endpoint failed so often in a row that the service has probably suspended it`,
    todo: "fix what the refusals below name, then test the endpoint in the portal, which reactivates it",
    holds: (_, recording) => failedInARow(recording) >= assumptionDefaults.suspensionFailures,
  },
  {
    name: "wrong-clock",
    says: "deliveries were refused because their time is too far from the clock of this machine",
    todo: "synchronise the clock of this machine",
    holds: (_, { notices }) => notices.some(({ reason }) => reason === "timestamp-window"),
  },
  {
    name: "refused-delivery",
    says: "deliveries were refused",
    todo: "mend what the refusals below name; docs/troubleshooting.md lists the reasons",
    holds: (_, { notices }) =>
      notices.some(({ what }) => what === "delivery.refused" || what === "delivery.misconfigured"),
  },
  {
    name: "never-arrived",
    says: "it is not in the recording: it never arrived here, or is older than what is kept",
    todo: ELSEWHERE,
    holds: () => true,
  },
];

/** Why the person saw nothing of an interaction; undefined where nothing went wrong. */
export function causeOf(one: Recorded, recording: Recording): Cause | undefined {
  return rules.find(({ holds }) => holds(one, recording));
}

/** Why an interaction is not in the recording. */
export function causeOfAbsence(recording: Recording): Cause | undefined {
  return absent.find(({ holds }) => holds(undefined, recording));
}
