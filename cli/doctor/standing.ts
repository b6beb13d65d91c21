import { brand } from "../../generated/tables.js";
import { parseCredential } from "../../runtime/http/credential.js";
import { httpUrl } from "../address.js";
import { ask } from "../sandbox/ask.js";
import type { Finding } from "./finding.js";
import { failed, ok, warning } from "./finding.js";
import { messageOf } from "../message.js";

const CONTROL = `${brand.value.toUpperCase()}_SANDBOX_CONTROL`;

/**
 * Where the endpoint of the credential's App stands, as the sandbox says that the environment names; nothing where it
 * names none. No route tells an App, so on the platform only the portal shows it.
 */
export async function checkStanding(control: string | undefined, token: string): Promise<readonly Finding[]> {
  if (!control) return [];
  const check = "endpoint";
  try {
    const { appId } = parseCredential(token);
    const address = httpUrl(control, CONTROL).href;
    const answer = await ask(address, "/portal/endpointOf", { appId });
    return [findingOf(answer as { readonly state?: string; readonly url?: string })]; // its record, or an empty object
  } catch (error) {
    const reason = messageOf(error);
    return [warning(check, `its state in the sandbox of ${CONTROL} is not known: ${reason}`)];
  }
}

function findingOf({ state = "off", url = "" }: { readonly state?: string; readonly url?: string }): Finding {
  const check = "endpoint";
  if (state === "active") {
    const back = "saving the address again (svc-apps sandbox portal saveEndpoint) brings them back to the stream";
    return warning(check, `active: interactions go to ${url} and nowhere else, so a stream gets none; ${back}`);
  }
  if (state === "suspended") {
    const way = "mend what answers there, then test it again (svc-apps sandbox portal retestEndpoint)";
    return failed(check, `suspended: interactions go nowhere, neither to ${url} nor to a stream; ${way}`);
  }
  if (state === "probing") {
    const way = "svc-apps sandbox portal probeEndpoint proves it";
    return ok(check, `probing: ${url} is saved and not proven, so interactions come by the stream; ${way}`);
  }
  return ok(check, `${state}: interactions come by the stream`);
}
