import { ArgumentError } from "../base/errors.js";
import type { LabelName } from "./core/wire.js";
import type { AppId, DeliveryId, Interaction, InteractionId, UnknownInteraction } from "../../generated/types.js";

/** What the verifier has established about a delivery. */
export interface VerifiedFacts {
  /** The App that it is for, as configured here. */
  readonly appId: AppId;
  /** Id of this delivery, as received. */
  readonly deliveryId: DeliveryId;
  /** When the service signed it, unix seconds. */
  readonly timestampS: number;
  /** The published key that verified the signature. */
  readonly keyId: string;
  /** The label under which it was signed. The body is of that kind, or of an unknown one. */
  readonly label: LabelName;
  /** `type` of the body. */
  readonly type: string;
  /** The body, parsed from the bytes that were verified. */
  readonly json: unknown;
}

/** An interaction read from a verified body. */
export interface DeliveredInteraction {
  readonly id: InteractionId;
  /** The type on the wire, known or not. */
  readonly wireType: string;
  /** What the service says is left of its window, as received. */
  readonly expiresInMs: unknown;
  /** The type of an invalid `expiresInMs`, in whose place the whole window is assumed. */
  readonly assumedExpiry: string | undefined;
  readonly decoded: Interaction | UnknownInteraction;
}

const makerOnly = Symbol("verifier");

/**
 * A delivery with a valid signature. Only the verifier can create one: the compiler takes neither a literal nor a copy for
 * it, and {@link isVerified} tells at run time.
 */
class Verified implements VerifiedFacts {
  readonly #facts: VerifiedFacts;

  constructor(maker: typeof makerOnly, facts: VerifiedFacts) {
    if (maker !== makerOnly) throw new ArgumentError("only the verifier creates verified deliveries");
    this.#facts = facts;
  }

  static is(value: unknown): value is Verified {
    return typeof value === "object" && value !== null && #facts in value;
  }

  /** See {@link VerifiedFacts.appId}. */
  get appId(): AppId {
    return this.#facts.appId;
  }
  /** See {@link VerifiedFacts.deliveryId}. */
  get deliveryId(): DeliveryId {
    return this.#facts.deliveryId;
  }
  /** See {@link VerifiedFacts.timestampS}. */
  get timestampS(): number {
    return this.#facts.timestampS;
  }
  /** See {@link VerifiedFacts.keyId}. */
  get keyId(): string {
    return this.#facts.keyId;
  }
  /** See {@link VerifiedFacts.label}. */
  get label(): LabelName {
    return this.#facts.label;
  }
  /** See {@link VerifiedFacts.type}. */
  get type(): string {
    return this.#facts.type;
  }
  /** See {@link VerifiedFacts.json}. */
  get json(): unknown {
    return this.#facts.json;
  }
}

/** A verified delivery of an interaction, as handlers get it. */
class VerifiedWithInteraction extends Verified {
  /** The decoded interaction. One of an unknown type or with unknown content is kept whole as `payload`. */
  readonly interaction: Interaction | UnknownInteraction;
  /** The id, also where the rest could not be decoded. */
  readonly interactionId: InteractionId;

  constructor(maker: typeof makerOnly, delivery: Verified, interaction: DeliveredInteraction) {
    super(maker, delivery);
    this.interaction = interaction.decoded;
    this.interactionId = interaction.id;
  }
}

/** See {@link VerifiedFacts}; the type is opaque. */
export type VerifiedDelivery = Verified;

/** A verified delivery with its interaction; the type is opaque. */
export type VerifiedInteraction = VerifiedWithInteraction;

/** Whether `value` was created by the verifier of this copy of the package. */
export function isVerified(value: unknown): value is VerifiedDelivery {
  return Verified.is(value);
}

/** For the verifier alone; not exported from the package. */
export function makeVerified(facts: VerifiedFacts): VerifiedDelivery {
  return new Verified(makerOnly, facts);
}

/** For the handler alone; not exported from the package. */
export function withInteraction(delivery: VerifiedDelivery, interaction: DeliveredInteraction): VerifiedInteraction {
  return new VerifiedWithInteraction(makerOnly, delivery, interaction);
}
