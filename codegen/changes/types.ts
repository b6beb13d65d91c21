import type { NamedSchema } from "../model/model.js";
import { type Client } from "./client.js";
import { each } from "./pairs.js";

/** Types that came, went or were renamed. What changed in them is told where it is sent and received. */
export function compareTypes({ before, after, say }: Client): void {
  const [old, now] = each([before, after], ({ schemas }) => new Set(schemas.map(({ name }) => name)));
  const gone = before.schemas.filter(({ name }) => !now.has(name));
  const come = new Set(after.schemas.filter(({ name }) => !old.has(name)));
  const text = ({ schema }: NamedSchema): string => JSON.stringify(schema);
  for (const one of gone) {
    const alike = [...come].filter((other) => text(other) === text(one));
    const target = alike.length === 1 ? alike[0] : undefined;
    if (target === undefined) {
      say("type-removed", { subject: one.name, places: [one.origin, undefined] });
      continue;
    }
    come.delete(target);
    const about = { subject: one.name, places: [one.origin, target.origin] } as const;
    say("type-renamed", about, { before: one.name, after: target.name });
  }
  for (const { name, origin } of come) say("type-added", { subject: name, places: [undefined, origin] });
}
