import { ArgumentError } from "../http/errors/index.js";
import type { LabelName } from "./core/wire.js";
import type { AppId, DeliveryId, Interaction, InteractionId, UnknownInteraction } from "../../generated/types.js";

/** What the verifier established about a delivery. */
export interface VerifiedFacts {
  /** The App it is for: our own configured id. */
  readonly appId: AppId;
  /** Id of this delivery, as received. */
  readonly deliveryId: DeliveryId;
  /** When the service signed it, unix seconds. */
  readonly timestampS: number;
  /** The published key that verified. */
  readonly keyId: string;
  /** Label under which it was signed; the body is of the same kind, or of one not known here. */
  readonly label: LabelName;
  /** `type` of the body. */
  readonly type: string;
  /** The body as parsed from the very bytes that were verified. */
  readonly json: unknown;
}

/** An interaction as read from a verified body. */
export interface DeliveredInteraction {
  readonly id: InteractionId;
  /** Its type on the wire, known or not. */
  readonly wireType: string;
  /** What the service says is left of its window, as received. */
  readonly expiresInMs: unknown;
  /** What stood in its place when it says nothing usable. */
  readonly assumedExpiry: string | undefined;
  readonly decoded: Interaction | UnknownInteraction;
}

const makerOnly = Symbol("only the verifier makes these");

/**
 * A delivery whose signature held. Only the verifier can make one: neither a literal nor a cast-free copy passes for
 * it, and {@link isVerified} tells at run time.
 */
class Verified implements VerifiedFacts {
  readonly #facts: VerifiedFacts;

  constructor(maker: typeof makerOnly, facts: VerifiedFacts) {
    if (maker !== makerOnly) throw new ArgumentError("a verified delivery comes from the verifier alone");
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

/** A verified delivery of an interaction: what handlers get. */
class VerifiedWithInteraction extends Verified {
  /** Decoded; of an unknown type, or a known one with unknown content, it is kept whole as `payload`. */
  readonly interaction: Interaction | UnknownInteraction;
  /** Its id, also where the rest could not be decoded. */
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

/** Whether `value` came out of the verifier of this copy of the package. */
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
