import type { Clock } from "../../abi/index.js";
import type { DeliveryRef } from "../../diagnostics/delivery.js";
import { answerOfStore, type Claims, claimsOf, type DedupeStore, interactionPrefix } from "../../interaction/claims.js";
import { chain, type Maybe } from "../core/maybe.js";
import type { DeliveryReporter } from "./report.js";

/** `first`: nobody had it before us. `unknown`: there is no store, or it failed. `duplicate`: leave it alone. */
export type Claim = "first" | "unknown" | "duplicate";

interface AppClaims {
  readonly delivery: Claims;
  readonly interaction: Claims;
}

/** The claims of the Apps of an endpoint, in one store. */
export function claimsByApp(store: DedupeStore): (appId: string) => AppClaims {
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

/** What claiming needs, settled once per endpoint. */
export interface ClaimSettings {
  /** By App: deliveries and interactions. Absent where ids are remembered nowhere. */
  readonly claims: ((appId: string) => AppClaims) | undefined;
  readonly claimTtlMs: number;
  readonly skipOnDedupeFailure: boolean;
  readonly reporter: DeliveryReporter;
  readonly clock: Clock;
}

/**
 * Claims the delivery and its interaction, each for itself: one id says nothing about the other. Called for verified
 * deliveries alone, so that no stranger can fill the store or spend somebody's id. A store that has not answered after
 * `waitMs` has failed.
 */
export function claim(ref: Required<DeliveryRef>, settings: ClaimSettings, waitMs: number): Maybe<Claim> {
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
    { clock, waitMs },
    failed,
  );
}
