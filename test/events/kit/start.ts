import {
  type EventsDiagnostic,
  type EventsHappening,
  type EventsOptions,
  type EventStream,
  openEvents,
  type StreamEvent,
} from "svc-apps/events";
import type { ClientOptions } from "../../../runtime/http/index.js";
import { collect, type FakeService } from "./fake-service.js";

const opened: EventStream[] = [];

/** Closes what a test has left open. */
export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((stream) => stream.close({ graceMs: 0 })));
}

/** What an event of the fake service is called in expectations. */
export const nameOf = (event: StreamEvent): string => {
  switch (event.type) {
    case "message_create":
      return event.message.content;
    case "interaction_create":
      return `interaction ${Number(event.interaction.id.slice(-12))}`;
    case "reaction_update":
      return `reaction ${event.count}`;
    case "unknown":
      return `unknown ${event.wireType}`;
    default:
      return "another event";
  }
};

/** A stream on a fake service, with what it brings and what it tells, and nobody consuming it yet. */
export function prepare(
  service: FakeService,
  options: Partial<EventsOptions> = {},
  clientOptions: Partial<ClientOptions> = {},
) {
  const notices: EventsDiagnostic[] = [];
  const client = service.client(clientOptions);
  const stream = openEvents(client, {
    intents: ["messages"],
    transport: "gateway",
    ...options,
    onDiagnostic: (notice) => {
      notices.push(notice);
      options.onDiagnostic?.(notice);
    },
  });
  opened.push(stream);
  const told = <Name extends EventsHappening>(name: Name) =>
    notices.filter(
      (notice): notice is EventsDiagnostic & { type: `events.${Name}` } => notice.type === `events.${name}`,
    );
  return { client, stream, notices, told };
}

/** The same with somebody who takes every event as soon as it comes. */
export function start(...args: Parameters<typeof prepare>) {
  const prepared = prepare(...args);
  const got = collect(prepared.stream);
  return { ...prepared, got, names: () => got.items.map(nameOf) };
}
