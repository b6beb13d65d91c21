import { checkControlEvent } from "../validation.js";
import type { Json } from "../world/records.js";
import { closeCodes, type CloseCode } from "../spec.js";

/** The comment that says the stream is alive. */
export const heartbeatFrame = ": batimento\n\n";

/** A frame that carries an event, with its position. */
export const eventFrame = (id: string | undefined, json: string): string =>
  id === undefined ? `data: ${json}\n\n` : `id: ${id}\ndata: ${json}\n\n`;

/** A frame about the connection itself. It has a position only where the stream starts. */
export function controlFrame(body: { readonly type: string; readonly [key: string]: Json }, id?: string): string {
  checkControlEvent(body);
  return eventFrame(id, JSON.stringify(body));
}

const farewellMessages: { readonly [Code in CloseCode]: string } = {
  TRANSIENT_FAILURE: "A passing problem; come back.",
  SERVER_RESTARTING: "The service is restarting; come back shortly.",
  AUTHORIZATION_LOST: "What this App may see has changed; come back for the new view.",
  CONNECTION_LIMIT_EXCEEDED: "This App has too many connections; wait before opening another.",
  CREDENTIAL_REVOKED: "The credential that opened this stream is no longer valid.",
  APP_DELETED: "The App was deleted.",
  OWNER_SANCTIONED: "The account that owns the App is sanctioned.",
  APP_SANCTIONED: "The App is sanctioned.",
  FATAL_ERROR: "Trying again will not help.",
};

/** The last frame before a stream is closed. */
export function farewellFrame(code: CloseCode): string {
  const { reconnect } = closeCodes[code];
  return controlFrame({ type: "connection_close", code, message: farewellMessages[code], reconnect });
}
