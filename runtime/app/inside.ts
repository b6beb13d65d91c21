import type { AppOptions } from "./options.js";
import type { Registry } from "./routing/registry.js";

/** How `svc-apps plan` looks into an App, whichever copy of this package made it; not for anybody else. */
export const INSIDE: unique symbol = Symbol.for("svc-apps.inside");

/** What an App is made of. Nothing of it has been started. */
export interface Inside {
  readonly options: AppOptions;
  readonly registry: Registry;
}
