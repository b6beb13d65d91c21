import type { Machine } from "../edge/machine.js";
import { given } from "../json.js";
import { noticesOf } from "../rules/interactions.js";
import type { Notice } from "../world/live.js";
import type { InteractionPath, InteractionRecord, InteractionType, Json, SeenText } from "../world/records.js";
import { isBarred, isSanctioned } from "../rules/permissions.js";
import { limits } from "../spec.js";
import type { World } from "../world/world.js";

/** An interaction from the side of the person who caused it. */
export class PersonInteraction {
  /** Its UUID. */
  readonly id: string;
  readonly #machine: Machine;

  constructor(machine: Machine, id: string) {
    this.#machine = machine;
    this.id = id;
  }

  /** The record as it stands now. */
  get record(): InteractionRecord {
    const record = this.#machine.interaction(this.id);
    if (record === undefined)
      throw new Error(`there is no interaction ${this.id}, or it is so old that the sandbox forgot it`);
    return record;
  }

  /** `open`, `confirmed`, `deferred`, `declined`, `form-opened`, `suggested`, `answered` or `expired`. */
  get state(): string {
    return this.record.state;
  }

  get type(): InteractionType {
    return this.record.type;
  }

  /** Which way it was sent to the App. */
  get path(): InteractionPath {
    return this.record.path;
  }

  /** Texts that the person sees for it, public ones first, each in order. */
  get texts(): readonly SeenText[] {
    const messages = this.record.messageIds.flatMap((id) => this.#machine.world.messages.get(id) ?? []);
    const spoken = messages.map(({ id, content, components }) => ({
      content,
      private: false,
      messageId: id,
      ...given({ components }),
    }));
    const whispered = this.notices.flatMap(({ kind, content, components }) =>
      kind !== "private" ? [] : [{ content: content ?? "", private: true, ...given({ components }) }],
    );
    return [...spoken, ...whispered];
  }

  /** What only this person sees for it. */
  get notices(): readonly Notice[] {
    return noticesOf(this.#machine.world, this.record.userId).filter((notice) => notice.interactionId === this.id);
  }

  /** The suggestions shown, of an autocomplete that got some in time. */
  get choices(): readonly Json[] | undefined {
    return this.notices.find((notice) => notice.kind === "choices")?.choices;
  }

  /** The form that was opened, if one was. */
  get form(): Json | undefined {
    return this.notices.find((notice) => notice.kind === "form")?.form;
  }

  /** Why it came to nothing, in words; undefined unless it expired or was declined. */
  get why(): string | undefined {
    return whyNothing(this.#machine.world, this.record, this.#machine.clock.now());
  }

  /** Resolves once `test` holds for the record; looks again at every change. Rejects when the sandbox stops before. */
  until(test: (record: InteractionRecord) => boolean): Promise<InteractionRecord> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        unwatch();
        unwatchStop();
      };
      const look = (): void => {
        const { record } = this;
        if (!test(record)) return;
        stop();
        resolve(record);
      };
      const unwatch = this.#machine.watchInteraction(this.id, look);
      const unwatchStop = this.#machine.watchStop(() => {
        stop();
        reject(new Error(`The sandbox stopped while interaction ${this.id} was ${this.record.state}`));
      });
      look();
    });
  }

  /** Resolves once it is no longer open: confirmed in some way, or expired. */
  confirmed(): Promise<InteractionRecord> {
    return this.until((record) => record.state !== "open");
  }

  /** Resolves once nothing is awaited any more: neither a confirmation nor a deferred answer. */
  settled(): Promise<InteractionRecord> {
    return this.until((record) => record.state !== "open" && record.state !== "deferred");
  }
}

/** Why an interaction came to nothing, in words for whoever writes the App; undefined for one that did not. */
export function whyNothing(world: World, interaction: InteractionRecord, nowMs: number): string | undefined {
  const { state, path, confirmedAtMs } = interaction;
  if (state === "declined") return "the App declined it; its log may say why";
  if (state !== "expired") return undefined;
  if (confirmedAtMs !== undefined)
    return `it was deferred, and no answer was sent within ${limits.deferredAnswerMs / 1000} s`;
  if (path === "endpoint") return ofDelivery(interaction);
  return path === "gateway" ? ofGateway(world, interaction) : ofNowhere(world, interaction, nowMs);
}

function ofNowhere(world: World, { appId, channelId }: InteractionRecord, nowMs: number): string {
  if (isSanctioned(world, appId, nowMs)) return "it was sent nowhere: the App is sanctioned";
  if (isBarred(world, appId, channelId))
    return "it was sent nowhere: the App does not reach the channel, or is not installed in the server";
  return "it was not sent: the endpoint was suspended, and only a successful test reactivates it";
}

const ofDelivery = ({ delivered = "it has no answer yet" }: InteractionRecord): string =>
  `it was sent to the endpoint, which did not confirm it: ${delivered}`;

function ofGateway(world: World, { readers, appId }: InteractionRecord): string {
  if (readers !== 0) return "it was sent by stream or mailbox, and was not confirmed in time";
  const state = world.apps.get(appId)?.endpoint?.state ?? "off";
  return `it was not received: the endpoint is ${state}, and no stream or mailbox of the App takes interactions`;
}
