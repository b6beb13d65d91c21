import { createDispatcher, type EventsClient, type EventStream, openEvents, type StreamEvent } from "svc-apps/events";
import type { Client } from "../../runtime/http/index.js";

declare const client: Client;
declare const stream: EventStream;

// EVT-02 families are open, and at least one is needed.
openEvents(client, { intents: ["messages"] });
openEvents(client, { intents: ["a_family_of_next_year"] });
// @ts-expect-error no family at all
openEvents(client, { intents: [] });
// @ts-expect-error none given
openEvents(client, {});
// @ts-expect-error not a transport
openEvents(client, { intents: ["messages"], transport: "websocket" });
// GEN-16 there is nothing to shard.
// @ts-expect-error no such option
openEvents(client, { intents: ["messages"], shards: 2 });

// The real client is one that events can use.
client satisfies EventsClient;

// EVT-39 the stream takes nothing.
// @ts-expect-error no such method
stream.send;

async function iterate(): Promise<void> {
  for await (const event of stream) {
    event satisfies StreamEvent;
    // EVT-18 control events are no events for handlers.
    // @ts-expect-error control events are apart
    if (event.type === "connection_open") continue;
    // EVT-40 no such events exist.
    // @ts-expect-error presence is never delivered
    if (event.type === "presence_update") continue;
    switch (event.type) {
      case "message_create":
        event.message.content satisfies string;
        break;
      case "reaction_update":
        event.count satisfies number;
        // EVT-21 nothing says that a message or a channel is named.
        // @ts-expect-error unknown until it is looked at
        event["messageId"] satisfies string;
        break;
      case "interaction_create":
        event.interaction.expiresInMs satisfies number;
        break;
      case "unknown":
        // EVT-23 the unknown keeps what came, as something to be looked at first.
        event.wireType satisfies string;
        // @ts-expect-error unknown until it is looked at
        event.payload satisfies object;
        break;
    }
  }
  for await (const batch of stream.batches()) batch[0]?.identity satisfies string | undefined;
  for await (const { event, receivedAtMs } of stream.entries()) [event, receivedAtMs] satisfies [StreamEvent, number];
}

// EVT-43 the controls by their names.
createDispatcher<StreamEvent>({ handle: iterate, concurrency: 4, queueLimit: 10, order: "channel" });
// @ts-expect-error another order
createDispatcher<StreamEvent>({ handle: iterate, order: "server" });
// @ts-expect-error a dispatcher without handler
createDispatcher<StreamEvent>({});
