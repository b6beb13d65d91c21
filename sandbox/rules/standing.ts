import type { World } from "../world/world.js";

interface Sanctionable {
  readonly sanction?: { readonly untilMs?: number };
}

/** A sanction with a term ends by itself; one without does not. */
export function sanctionHolds(subject: Sanctionable | undefined, nowMs: number): boolean {
  const sanction = subject?.sanction;
  return sanction !== undefined && (sanction.untilMs === undefined || nowMs < sanction.untilMs);
}

/** Whether an App is out of service: sanctioned itself, or through the account that owns it. */
export function isSanctioned(world: World, appId: string, nowMs: number): boolean {
  const app = world.apps.get(appId);
  return app === undefined || sanctionHolds(app, nowMs) || sanctionHolds(world.people.get(app.ownerId), nowMs);
}
