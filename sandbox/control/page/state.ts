import { isVirtualClock } from "../../clock/clock.js";
import { given } from "../../json.js";
import { notFound } from "../../refusal.js";
import { deadlineOf } from "../../rules/interactions.js";
import type { Person } from "../../people/person.js";
import type { Sandbox } from "../../sandbox.js";
import type { MessageRecord } from "../../world/records.js";
import {
  assumptionChoices,
  closeCodes,
  errorCodes,
  eventFamilies,
  limits,
  operations,
  transitions,
  type RouteOperation,
} from "../../spec.js";
import { faults, streamFaults } from "../calls.js";
import { portalActions } from "../portal-actions.js";
import type { PageChannel, PageDescription, PageFailure, PageInteraction, PageMessage, PageState } from "./types.js";

/** Everything small that the page shows, as it stands. Holds no secret. */
export function pageState(sandbox: Sandbox, failures: ReadonlyMap<string, PageFailure>): PageState {
  const { clock, defaults, baseUrl, faults: injector } = sandbox;
  const { serverId, channelId, appId, person, owner } = defaults;
  const apps = sandbox.records("apps");
  return {
    nowMs: clock.now(),
    clock: isVirtualClock(clock) ? "virtual" : "real",
    isRecording: sandbox.isRecording,
    baseUrl,
    defaults: { serverId, channelId, appId, personId: person.id, ownerId: owner.id },
    people: sandbox.records("people"),
    servers: sandbox.records("servers"),
    channels: sandbox.records("channels"),
    roles: sandbox.records("roles"),
    members: sandbox.records("members"),
    apps,
    installs: sandbox.records("installs"),
    credentials: sandbox
      .records("credentials")
      .map(({ id, appId: of, slot, revokedAtMs }) => ({ id, appId: of, slot, isLive: revokedAtMs === undefined })),
    keys: sandbox.records("keys").map(({ id, state, sinceMs }) => ({ id, state, sinceMs })),
    commands: sandbox.records("commands"),
    permissions: sandbox.records("permissions").map(({ id }) => id),
    readers: Object.fromEntries(
      apps.map(({ id }) => {
        const { streams, mailboxes } = sandbox.readersOf(id);
        return [id, { streams: streams.length, mailboxes: mailboxes.length }];
      }),
    ),
    failures: Object.fromEntries(failures),
    faults: injector.ordered.map(({ fault, struck }) => ({ fault: { ...fault }, struck })),
    skewMs: injector.skewMs,
    assumptions: { ...sandbox.assumptions },
  };
}

/** How many of the newest interactions are looked through for those of one person. */
const interactionsLookedAt = 500;

/** Pages of older messages that go to the page together: scrolling back takes fewer steps. */
const pagesAtOnce = 10;

function olderThan(person: Person, channelId: string, before: string): readonly MessageRecord[] {
  let found: readonly MessageRecord[] = [];
  for (let page = 0; page < pagesAtOnce; page++) {
    const oldest = found[0]?.id ?? before;
    // Where a page reaches up to the message it was asked with, that one is known already.
    const older = person.read(channelId, { before: oldest }).filter(({ id }) => id !== oldest);
    if (older.length === 0) break;
    found = [...older, ...found];
  }
  return found;
}

/** Messages of a channel as a person sees them: the newest, or those before one. */
export function pageChannel(sandbox: Sandbox, query: URLSearchParams): PageChannel {
  const [personId, channelId, before] = [query.get("person") ?? "", query.get("channel") ?? "", query.get("before")];
  const person = sandbox.person(personId);
  const read = before === null ? person.read(channelId) : olderThan(person, channelId, before);
  const messages = read.map((message) => pageMessage(sandbox, personId, message));
  if (before !== null) return { messages, interactions: [] };
  const lately = sandbox.records("interactions").slice(-interactionsLookedAt);
  const own = lately.filter((one) => one.userId === personId && one.channelId === channelId);
  return { messages, interactions: own.map(({ id }) => pageInteraction(sandbox, id)) };
}

function pageMessage(sandbox: Sandbox, personId: string, message: MessageRecord): PageMessage {
  const reactions = sandbox.records("reactions", message.id).map(({ emoji, by }) => ({
    emoji,
    count: by.length,
    isOwn: by.includes(`person:${personId}`),
  }));
  return { ...message, reactions };
}

/** Messages that a person has read, as they are now; one that is gone is not among them. */
export function pageMessages(sandbox: Sandbox, personId: string, ids: readonly string[]): readonly PageMessage[] {
  return ids.flatMap((id) => {
    const message = sandbox.record("messages", id);
    return message === undefined || message.deletedAtMs !== undefined ? [] : [pageMessage(sandbox, personId, message)];
  });
}

/** One interaction with what its machine waits for. */
export function pageInteraction(sandbox: Sandbox, id: string): PageInteraction {
  if (sandbox.record("interactions", id) === undefined) throw notFound("interaction");
  const { record, texts, choices, form, why } = sandbox.interaction(id);
  const { serverId: _server, shown: _shown, readers: _readers, delivered: _, ...seen } = record;
  const { followUps, submitted, ...own } = seen;
  const more = given({ deadlineMs: deadlineOf(record), choices, form, why });
  return { ...own, texts, followUps: followUps.length, isSubmitted: submitted === true, ...more };
}

/** What the page explains things with, from the description. */
export function pageDescription(): PageDescription {
  const all: Readonly<Record<string, RouteOperation & { readonly retry?: string }>> = operations;
  const inSandbox = Object.entries(assumptionChoices).filter(([, { scopes }]) => scopes.includes("sandbox"));
  return {
    operations: Object.fromEntries(
      Object.entries(all).map(([id, { method, path, retry }]) => [id, { method, path, ...(retry && { retry }) }]),
    ),
    errorCodes,
    closeCodes,
    eventFamilies,
    limits,
    transitions,
    assumptions: Object.fromEntries(inSandbox),
    faults,
    streamFaults,
    portalActions,
  };
}
