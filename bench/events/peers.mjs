// Apart, and without types: the peers are installed for the bench alone.
import { createEventSource } from "eventsource-client";
import { createSseClient } from "./node_modules/@hey-api/openapi-ts/dist/clients/core/serverSentEvents.ts";

/** Calls back with the text of each event; the function returned closes. */
export function eventsourceClient(url, onData) {
  const source = createEventSource({ url, onMessage: ({ data }) => onData(data) });
  return () => source.close();
}

/** Iterates over parsed events. */
export function heyApi(url, signal) {
  return createSseClient({ url, signal }).stream;
}
