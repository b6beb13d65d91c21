import type { Clock } from "../../abi/index.js";
import type { DeliveryRef } from "../../diagnostics/delivery.js";
import { answerOfStore, type Claims, claimsOf, type ClaimMemory, interactionPrefix } from "../../interaction/claims.js";
import { chain, type Maybe } from "../core/maybe.js";
import type { DeliveryReporter } from "./report.js";

/** `first`: not seen before. `unknown`: there is no store, or it failed. `duplicate`: do not run the handler. */
export type Claim = "first" | "unknown" | "duplicate";

interface AppClaims {
  readonly delivery: Claims;
  readonly interaction: Claims;
}

/** The claims of each App of an endpoint, in one store. */
export function claimsByApp(store: ClaimMemory): (appId: string) => AppClaims {
  const known = new Map<string, AppClaims>();
  return (appId) => {
    let claims = known.get(appId);
    if (claims === undefined) {
      claims = {
        delivery: claimsOf(store, `delivery:${appId}:`),
        interaction: claimsOf(store, interactionPrefix(appId)),
      };
      known.set(appId, claims);
    }
    return claims;
  };
}

/** What all claims of an endpoint share. */
export interface ClaimSettings {
  /** The claims of an App; absent without a store. */
  readonly claims: ((appId: string) => AppClaims) | undefined;
  readonly claimTtlMs: number;
  readonly skipOnDedupeFailure: boolean;
  readonly reporter: DeliveryReporter;
  readonly clock: Clock;
}

/**
 * Claims the delivery and its interaction, whose ids are independent of each other. Called for verified deliveries only, so
 * that a stranger can neither fill the store nor claim a foreign id.
 */
export function claim(ref: Required<DeliveryRef>, settings: ClaimSettings, deadlineMs: number): Maybe<Claim> {
  const { claims, claimTtlMs, reporter, skipOnDedupeFailure, clock } = settings;
  if (claims === undefined) return "unknown";
  const { delivery, interaction } = claims(ref.appId);
  const duplicate = (of: "delivery" | "interaction"): Claim => {
    reporter.report("duplicate", { of, ...ref });
    return "duplicate";
  };
  const failed = (error: unknown): Claim => {
    reporter.report("dedupe_failed", { error, ...ref });
    return skipOnDedupeFailure ? "duplicate" : "unknown";
  };
  return answerOfStore(
    () =>
      chain(delivery(ref.deliveryId, claimTtlMs), (first) =>
        first
          ? chain(interaction(ref.interactionId, claimTtlMs), (won) => (won ? "first" : duplicate("interaction")))
          : duplicate("delivery"),
      ),
    { clock, deadlineMs },
    failed,
  );
}
