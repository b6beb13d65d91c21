import { listCommands, listSigningKeys, openStreamOperation, getMe } from "../../generated/routes.js";
import { limits } from "../../generated/tables.js";
import type { StreamAnswer, Transport } from "../../runtime/abi/index.js";
import type { Client } from "../../runtime/http/client.js";
import { readPermission } from "../../runtime/http/conveniences/commands/compare.js";
import { isNoAnswer } from "../../runtime/base/errors.js";
import { isMissingCredential, isRateLimited } from "../../runtime/http/errors/index.js";
import type { Finding } from "./finding.js";
import { failed, ok, warning } from "./finding.js";
import { messageOf } from "../message.js";

/** What the answers said besides their bodies. */
export interface Observed {
  /** The service's clock less ours, milliseconds, as of the last answer that told; undefined when none did. */
  skewMs?: number;
}

/** A transport that looks at the `Date` of every answer. */
export function observing(transport: Transport, observed: Observed, now: () => number): Transport {
  return async (request) => {
    const sentMs = now();
    const answer = await transport(request);
    const serviceMs = Date.parse(answer.headers["date"] ?? "");
    // The header counts whole seconds and was written somewhere between sending and receiving.
    if (!Number.isNaN(serviceMs)) observed.skewMs = serviceMs + 500 - (sentMs + now()) / 2;
    return answer;
  };
}

/** Whether the credential is one, and whose. */
export async function checkCredential(client: Client): Promise<Finding> {
  const check = "credential";
  try {
    const { app } = await getMe(client, {});
    return ok(check, `it is that of “${app.name}” (${app.publicId})`);
  } catch (error) {
    if (isMissingCredential(error)) {
      return failed(check, "refused: revoked, mistyped, or its owner is sanctioned; the portal issues another");
    }
    if (isNoAnswer(error)) return failed(check, `no answer: ${messageOf(error)}`);
    return failed(check, `it cannot be tried: ${messageOf(error)}`);
  }
}

/** Deliveries from a clock that differs too much are refused by ours, and refusals count against the endpoint. */
export function checkClock({ skewMs }: Observed): Finding {
  const check = "clock";
  if (skewMs === undefined) return warning(check, "the service's answers carry no date, so it cannot be compared");
  const seconds = Math.round(skewMs / 1_000);
  const side = seconds > 0 ? "behind" : "ahead of";
  const said = seconds === 0 ? "as the service's" : `${Math.abs(seconds)} s ${side} the service's`;
  const allowed = limits.timestampToleranceS;
  if (Math.abs(seconds) > allowed) {
    return failed(check, `${said}: more than ${allowed} s, so every signed delivery is refused here; set the clock`);
  }
  if (Math.abs(seconds) > allowed / 10)
    return warning(check, `${said}; above ${allowed} s deliveries would be refused`);
  return ok(check, said);
}

/** Whether signed deliveries could be verified. */
export async function checkKeys(client: Client): Promise<Finding> {
  const check = "keys";
  try {
    const { keys } = await listSigningKeys(client, {});
    if (keys.length === 0) return failed(check, "none is published, so no delivery can be verified");
    return ok(check, `${keys.length} published: ${keys.map(({ key_id }) => key_id).join(", ")}`);
  } catch (error) {
    return failed(check, `they cannot be read: ${messageOf(error)}`);
  }
}

/** Whether there is a place for another stream, and which version it speaks. */
export async function checkStream(client: Client, patienceMs: number): Promise<readonly Finding[]> {
  try {
    const stream = await client.openStream(openStreamOperation, { intents: ["interactions"] }, { timeoutMs: 10_000 });
    const first = await firstText(stream, patienceMs);
    if (first === "") return [ok("slots", "a stream opens, so at least one place was free"), warning("stream", SILENT)];
    const version = /"version"\s*:\s*"?([^",}]+)/.exec(first)?.[1];
    return [ok("slots", "a stream opens, so at least one place was free"), versionFinding(client.apiVersion, version)];
  } catch (error) {
    if (isRateLimited(error)) {
      const text = `no place is free: ${limits.gatewayConnectionsPerApp} for an App, mailboxes included, ${limits.gatewayConnectionsTotal} for all`;
      return [warning("slots", text)];
    }
    return [failed("slots", `no stream opens: ${messageOf(error)}`)];
  }
}

function versionFinding(asked: string, inUse: string | undefined): Finding {
  if (inUse === undefined) return warning("version", `asked for ${asked}; the stream did not say which it speaks`);
  if (inUse !== asked) return warning("version", `asked for ${asked}, and the stream speaks ${inUse}`);
  return ok("version", `${inUse}, as asked for`);
}

const SILENT = "it opened and said nothing, as through a proxy that holds answers back; the mailbox works there";

/** The first piece of a stream that holds an event; what there is of it when the stream falls silent. Closes it. */
async function firstText(stream: Pick<StreamAnswer, "body" | "close">, patienceMs: number): Promise<string> {
  const timer = setTimeout(() => stream.close(), patienceMs);
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of stream.body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.includes("\n\n") || text.length > 65_536) break;
    }
  } finally {
    clearTimeout(timer);
    stream.close();
  }
  return text;
}

/** What is registered, and what of it no one may trigger. */
export async function checkCommands(client: Client): Promise<readonly Finding[]> {
  const check = "commands";
  const list = await listCommands(client, {}).catch((error: unknown) => messageOf(error));
  if (typeof list === "string") return [failed(check, `they cannot be listed: ${list}`)];
  const { commands, truncated } = list;
  const more = truncated ? ", and more that the list leaves out" : "";
  const blocked = commands.filter((command) => readPermission(command).kind === "unknown");
  return [
    commands.length === 0
      ? warning(check, "none is registered, so no command can be run; syncCommands registers them in app.start()")
      : ok(check, `${commands.length} registered${more}`),
    ...blocked.map(({ name }) =>
      warning(check, `no one may trigger “${name}”: the service does not know what it requires; register it again`),
    ),
  ];
}

/** Why nothing may arrive although everything above is well; only the portal shows which it is. */
export const NO_INTERACTIONS = `No interactions on the stream, and none at an endpoint either? The portal shows the state of the endpoint:
  off, probing  interactions come by the stream. Ask for the family "interactions", and check roles and scopes.
  active        they come to the endpoint alone. A stream gets none while it is active.
  suspended     they go nowhere and expire: too many answers were late or not 2xx. There is no way back to the
                stream by itself. Mend the endpoint, then test it again in the portal.
A sanctioned App gets none by any way.
`;
