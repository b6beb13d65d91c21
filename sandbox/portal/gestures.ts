import type { AddressRules } from "../delivery/address.js";
import { redact } from "../log.js";
import type { Platform } from "../platform.js";
import { notFound } from "../refusal.js";
import type { AppRecord } from "../world/records.js";

/** What all gestures stand on. */
export class Gestures {
  protected readonly platform: Platform;
  protected readonly rules: AddressRules;

  constructor(platform: Platform, rules: AddressRules) {
    this.platform = platform;
    this.rules = rules;
  }

  /** Notes a gesture in the log. */
  protected note(gesture: string, detail: Readonly<Record<string, unknown>>): void {
    const words = Object.entries(detail).map(([name, value]) => `${name}=${wordOf(value)}`);
    this.platform.log.add("gesture", redact([gesture, ...words].join(" ")), { gesture, ...detail });
  }

  /** The App of that id. */
  protected app(appId: string): AppRecord {
    const app = this.platform.world.apps.get(appId);
    if (app === undefined) throw notFound("App");
    return app;
  }
}

const wordOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
