import type { Exchange } from "../recording.js";
import {
  byPresence,
  byType,
  decides,
  type Evidence,
  got,
  hasNote,
  isAccepted,
  isOf,
  type Rule,
  said,
  sent,
} from "./traffic.js";

/** In a body or in the query: what is accepted there, and what is refused there. */
const placement =
  (...operations: readonly string[]): Rule =>
  (traffic) =>
    traffic.of(...operations).flatMap((exchange) => {
      const inQuery = exchange.query.includes("revision");
      const inBody = sent(exchange, "revision") !== undefined;
      if (inBody === inQuery) return [];
      const [here, there] = inBody ? ["body", "query"] : ["query", "body"];
      return decides(exchange, `with its revision in the ${here}`, { accepted: here, refused: there });
    });

const TEXT = ["text", "digits", "date-time"];

/** What shows the readings of switches about routes. */
export const restRules: Readonly<Record<string, Rule>> = {
  requestIdHeader: (traffic) =>
    [...new Set(traffic.all.flatMap(({ headers }) => headers))]
      .filter((name) => /^(x-)?(request|correlation|trace)-?id$/.test(name))
      .map((reading) => ({ reading, because: `answers have the header ${reading}` })),
  revisionPlacement: placement("assignMemberRole", "removeMemberRole", "assignAppRole", "removeAppRole"),
  deleteRevisionPlacement: placement("deleteChannel", "deleteRole"),
  reactionRoute: (traffic) =>
    traffic
      .of("toggleReaction")
      .filter(isAccepted)
      .map((one) => ({ reading: `${one.method} ${one.path}`, because: said(one) })),
  channelCategoryRemoval: (traffic) =>
    traffic
      .of("editChannel")
      .filter((one) => isOf(sent(one, "categoryId"), "null"))
      .flatMap((one) => decides(one, "with categoryId null", { accepted: "null", refused: "unsupported" })),
  commandPermission: (traffic) =>
    traffic
      .of("createCommand", "editCommand")
      .filter((one) => isOf(sent(one, "command.requiredPermission"), ...TEXT))
      .flatMap((one) => decides(one, "with requiredPermission", { accepted: "sent", refused: "omitted" })),
  commandDescription: (traffic) =>
    traffic
      .of("createCommand", "editCommand")
      .filter((one) => sent(one, "command.description") === undefined)
      .filter((one) => sent(one, "command.type")?.words?.every((type) => type !== "chat"))
      .flatMap((one) => decides(one, "without a description", { accepted: "optional", refused: "required" })),
  commandSavedShape: (traffic) => traffic.of("createCommand").filter(isAccepted).flatMap(savedShape),
  commandEditedShape: (traffic) =>
    traffic
      .of("editCommand")
      .filter(isAccepted)
      .flatMap((one) => [
        ...savedShape(one),
        ...(isOf(one.answer, "empty object")
          ? [{ reading: "empty", because: `${said(one)} with an empty object` }]
          : []),
      ]),
  commandScopeListed: (traffic) =>
    traffic
      .of("listCommands")
      .filter(isAccepted)
      .flatMap(({ answer }) =>
        byPresence(answer, ["commands[]", "serverId"], { there: "serverId", absent: "omitted", where: "listCommands" }),
      ),
  commandNameUnique: (traffic) =>
    traffic
      .of("createCommand")
      .filter((one) => hasNote(one, "again request"))
      .flatMap((one) => decides(one, "for a command that exists", { accepted: "shared", refused: "unique" })),
  missingScopeRaised: (traffic) =>
    traffic
      .of("createCommand", "editCommand")
      .filter(({ code }) => code === "APP_MISSING_SCOPE")
      .map((one) => ({ reading: "registration", because: said(one) })),
  duplicateClientRef: (traffic) =>
    traffic
      .of("createMessage")
      .filter((one) => hasNote(one, "again request") && sent(one, "clientRef") !== undefined)
      .flatMap((one) => decides(one, "for a clientRef sent before", { accepted: "original", refused: "refusal" })),
  messagePageBound: (traffic) =>
    traffic
      .of("listMessages")
      .filter((one) => one.query.includes("before") && isOf(got(one, "messages"), "list"))
      .map((one) =>
        hasNote(one, "echoes before")
          ? { reading: "inclusive", because: "listMessages brought the message named by before" }
          : { reading: "exclusive", because: "listMessages brought older messages only" },
      ),
  messageAuthor: ({ all, events }) => {
    const author = { there: "authorId", absent: "absent" };
    const answered = all.flatMap(({ operation, answer }) =>
      ["message", "messages[]", "events[].message"].flatMap((owner) =>
        byPresence(answer, [owner, "authorId"], { ...author, where: operation }),
      ),
    );
    return [...answered, ...byPresence(events, ["message", "authorId"], { ...author, where: "message_create" })];
  },
  revisionShape: (traffic) =>
    traffic.of("getServer").flatMap((one) => byType(one, "revision", { text: TEXT, number: ["integer", "number"] })),
  permissionsShape: (traffic) =>
    traffic.of("getServer").flatMap((one) =>
      byType(one, "roles[].permissions", {
        list: ["list", "empty list"],
        map: ["object", "empty object"],
        bits: TEXT,
      }),
    ),
  errorBodyShape: (traffic) =>
    traffic.all
      .filter(({ status }) => status >= 400)
      .flatMap((one): readonly Evidence[] => [
        ...(got(one, "code")
          ? [{ reading: "flat", because: `${one.operation} was refused with its code at the top` }]
          : []),
        ...(got(one, "error.code")
          ? [{ reading: "nested", because: `${one.operation} was refused with error.code` }]
          : []),
      ]),
  retryAfterFormat: (traffic) =>
    traffic.all.flatMap(({ operation, notes }) =>
      notes.flatMap((note) => {
        const [, reading] = /^retry-after (\w+)$/.exec(note) ?? [];
        return reading === undefined ? [] : [{ reading, because: `${operation} was answered with Retry-After` }];
      }),
    ),
  closeMailboxAnswer: (traffic) =>
    traffic
      .of("closeMailbox")
      .filter(isAccepted)
      .map((one) => ({ reading: one.status === 204 ? "no-content" : "ok", because: said(one) })),
};

const savedShape = (one: Exchange): readonly Evidence[] => [
  ...(got(one, "publicId") ? [{ reading: "bare", because: `${said(one)} with publicId at the top` }] : []),
  ...(got(one, "command") ? [{ reading: "wrapped", because: `${said(one)} with the command under command` }] : []),
];
