import { invalidInput, SandboxRefusal } from "../../refusal.js";
import { publishedKeys } from "../../delivery/keys.js";
import type { Platform } from "../../platform.js";
import type { Json } from "../../world/records.js";
import { noContent, ok, type RestCall, type RestResult } from "../call.js";

/** The families asked for: at least one; names that are not known here are taken and stay silent. */
export function familiesOf(query: Readonly<Record<string, string>>): ReadonlySet<string> {
  const families = new Set((query["intents"] ?? "").split(",").map((family) => family.trim()));
  families.delete("");
  if (families.size === 0) throw invalidInput("intents must name at least one family.");
  return families;
}

export function openMailbox({ platform, app, credential, query }: RestCall): RestResult {
  const families = familiesOf(query);
  const mailbox = platform.hub.openMailbox({ appId: app.id, credentialId: credential.id, families });
  const events = platform.hub.mailboxes.openingEvents(mailbox);
  return ok({ mailbox: mailbox.id, events, next: mailbox.cursor, intents: [...families] });
}

export const mailboxExpired = (): SandboxRefusal =>
  new SandboxRefusal(409, "MAILBOX_EXPIRED", "The mailbox is gone, and what it held is lost.");

/** Reads a mailbox of the App's own; anybody else's is as good as gone. */
export function readMailbox({ platform, app, query }: RestCall): RestResult {
  const mailbox = platform.hub.mailboxes.get(query["mailbox"] ?? "");
  if (mailbox?.appId !== app.id) throw mailboxExpired();
  const since = query["since"];
  if (since === undefined) throw invalidInput("since is required.");
  const read = mailbox.read(since, platform.clock.now());
  switch (read.kind) {
    case "expired":
      platform.hub.mailboxes.close(mailbox.id, "expired");
      throw mailboxExpired();
    case "backward":
      throw invalidInput("since only moves forward, and only as far as next said.");
    case "too-fast": {
      const seconds = String(Math.ceil(read.waitMs / 1000));
      throw new SandboxRefusal(
        429,
        "SANDBOX_TOO_FAST",
        "This mailbox is read too often.",
        {},
        { "retry-after": seconds },
      );
    }
    case "events": {
      const events = read.events.map((entry) => JSON.parse(platform.hub.renderEntry(entry, mailbox)) as Json);
      return ok({ events, next: read.next });
    }
  }
}

export function closeMailbox({ platform, app, query }: RestCall): RestResult {
  const mailbox = platform.hub.mailboxes.get(query["mailbox"] ?? "");
  if (mailbox?.appId !== app.id) throw mailboxExpired();
  platform.hub.mailboxes.close(mailbox.id, "closed");
  return platform.settings.readings.closeMailboxAnswer === "ok" ? ok({ ok: true }) : noContent;
}

/** The one route without a credential. */
export function listSigningKeys(platform: Platform): RestResult {
  return ok({ keys: publishedKeys(platform) });
}
