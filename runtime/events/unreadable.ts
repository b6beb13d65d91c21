import type { UnknownEvent } from "../../generated/types.js";
import type { EventsReporter } from "./reporter.js";

/** Tells an event that cannot be read: it is handed on as an unknown one, for which most Apps have no handler. */
export function reportUnreadable({ wireType, reason }: UnknownEvent, reporter: EventsReporter): void {
  if (reason === "type" && wireType !== "") return;
  const isText = wireType === "" && reason === "shape"; // of data that is JSON, no more than the type can be missing
  const what = isText ? "The data of a frame is not JSON." : "An event names no type.";
  reporter.report("unreadable", {
    why: wireType === "" ? what : `An event of type ${wireType} does not fit its description.`,
  });
}
