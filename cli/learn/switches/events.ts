import type { Exchange } from "../recording.js";
import { got, hasNote, isAccepted, isOf, type Rule } from "./traffic.js";

const again = (one: Exchange): boolean => hasNote(one, "again request");

const MOMENT = "events[].interaction.expiresInMs";

/** What shows the readings of switches about events. */
export const eventRules: Readonly<Record<string, Rule>> = {
  mailboxReread: (traffic) =>
    traffic
      .of("readMailbox")
      .filter((one) => isAccepted(one) && again(one))
      .flatMap((one) => {
        const isShorter = hasNote(one, "differs events");
        if (isOf(got(one, "events"), "list") && !isShorter)
          return [{ reading: "repeats", because: "a second readMailbox with one since brought the same events" }];
        if (isOf(got(one, "events"), "empty list") && isShorter)
          return [{ reading: "empty", because: "a second readMailbox with one since brought no events" }];
        return [];
      }),
  mailboxControlEvents: (traffic) =>
    traffic
      .of("openMailbox")
      .filter(isAccepted)
      .map((one) => {
        const control = Object.keys(got(one, "events[]")?.kinds ?? {}).filter((type) => type.startsWith("connection_"));
        return control.length > 0
          ? { reading: "present", because: `openMailbox brought ${control.join(", ")}` }
          : { reading: "absent", because: "openMailbox brought no event about the connection" };
      }),
  mailboxRead: (traffic) => {
    const empty = traffic.of("readMailbox").filter((one) => isAccepted(one) && isOf(got(one, "events"), "empty list"));
    // Where a read of an empty mailbox is held, none is answered at once; a slow line may delay any.
    if (empty.some((one) => !hasNote(one, "slow")))
      return [{ reading: "immediate", because: "readMailbox brought no events at once" }];
    return empty.map(() => ({ reading: "held", because: "readMailbox took a second and more to bring no events" }));
  },
  mailboxExpiryClock: (traffic) =>
    traffic
      .of("readMailbox")
      .filter((one) => isAccepted(one) && again(one) && hasNote(one, "later") && !hasNote(one, "differs events"))
      .filter((one) => got(one, MOMENT) !== undefined)
      .map((one) =>
        hasNote(one, `differs ${MOMENT}`)
          ? { reading: "at-read", because: "an interaction that was read twice had another expiresInMs" }
          : { reading: "at-arrival", because: "an interaction that was read twice had the same expiresInMs" },
      ),
  eventFanOut: ({ facts }) =>
    facts.flatMap((note) => {
      if (/^two streams, one (message|interaction)_create$/.test(note))
        return [{ reading: "all", because: "two streams brought the same event" }];
      if (note === "two streams, events divided")
        return [{ reading: "split", because: "two streams each brought events that the other did not" }];
      return [];
    }),
  eventIdScope: ({ facts }) =>
    facts.flatMap((note) => {
      const [, ids] = /^two streams, ids (same|different)$/.exec(note) ?? [];
      if (ids === undefined) return [];
      return [
        { reading: ids === "same" ? "app" : "connection", because: `two streams brought one event, its ids ${ids}` },
      ];
    }),
  resumeWithOtherIntents: ({ facts }) =>
    facts.flatMap((note) => {
      const [, type] = /^resume other intents, then (\w+)$/.exec(note) ?? [];
      if (type === "connection_resume") return [{ reading: "resumed", because: `the stream began with ${type}` }];
      if (type === "connection_open") return [{ reading: "started-over", because: `the stream began with ${type}` }];
      return [];
    }),
};
