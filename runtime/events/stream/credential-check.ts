import { getMe } from "../../../generated/routes.js";
import { type AppsError, isAppsError } from "../../http/errors/index.js";
import type { EventsClient } from "../client.js";
import { EventsEndedError } from "./ended-error.js";

/**
 * Asks the service whether the credential is valid: `valid`, or `unknown` when no clear answer came. A 401 elsewhere
 * does not say, since some routes take no credential at all.
 * @throws EventsEndedError when it is not valid
 */
export async function checkCredential(client: EventsClient, signal: AbortSignal): Promise<"valid" | "unknown"> {
  try {
    await getMe(client, {}, { signal });
    return "valid";
  } catch (error) {
    if (signal.aborted || !isAppsError(error)) return "unknown";
    if (error.code === "MISSING_CREDENTIAL" || error.status === 401) throw notValid(error);
    return "unknown";
  }
}

const notValid = (cause: AppsError): EventsEndedError =>
  new EventsEndedError({
    reason: "credential",
    remedy: "new-credential",
    meaning: "The credential does not exist, was revoked, or its owner is sanctioned.",
    status: cause.status,
    code: cause.code,
    cause,
  });
