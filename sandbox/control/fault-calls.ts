import type { FaultDesk } from "../faults/desk.js";
import type { LiveFaults } from "../faults/live.js";
import { closeCodes, eventFamilies, operations } from "../spec.js";
import { missigned } from "../delivery/missign.js";
import type { CallSpec, ParameterKind } from "./calls.js";

/** What a field takes, in whatever fault it stands. */
const kinds: Readonly<Record<string, ParameterKind>> = {
  appId: "text",
  body: "any",
  bytes: "number",
  family: [...new Set(Object.values(eventFamilies))],
  location: "text",
  midFrame: "flag",
  ms: "number",
  operation: Object.keys(operations),
  probability: "number",
  retryAfter: "any",
  set: "any",
  status: "number",
  times: "number",
  when: ["before", "after"],
};

/** The fields of a fault: those shown, with an example each. */
function fields(shown: string, own: Readonly<Record<string, ParameterKind>> = {}) {
  const names = [...shown.matchAll(/(\w+)=/g)].flatMap(([, name]) => name ?? []);
  const known = names.map((name) => [name, own[name] ?? kinds[name] ?? "any"] as const);
  return { as: "values" as const, shown, fields: Object.fromEntries(known) };
}
const needed = (shown: string) => ({ ...fields(shown), needed: true }) as const;
const on = "operation=… appId=… times=… probability=…";
const anyApp = fields("appId=…");
const deliveryEffects = [...Object.keys(missigned), "replay", "unknown-type"];

/** What can be ordered to go wrong from outside. */
export const faults = {
  add: { says: "any fault, as an object", takes: { fault: "any" } },
  clear: { says: "call off all that was ordered", takes: {} },
  skewClock: { says: "the service's clock is off by so much", takes: { ms: "number" } },
  rateLimit: { says: "429", takes: {}, rest: fields(`retryAfter=1 ${on}`) },
  serverError: {
    says: "a 5xx, before anything is done or after",
    takes: {},
    rest: fields(`status=503 when=before body=… ${on}`),
  },
  notJson: { says: "an answer that is no JSON", takes: {}, rest: fields(on) },
  redirect: { says: "an answer that leads elsewhere", takes: {}, rest: needed(`location=… status=302 ${on}`) },
  slow: { says: "the answer comes later", takes: {}, rest: needed(`ms=… when=before ${on}`) },
  reset: {
    says: "the connection breaks",
    takes: {},
    rest: fields(`when=before ${on}`, { when: ["before", "after", "mid-body"] }),
  },
  stall: { says: "no answer ever comes", takes: {}, rest: fields(`when=before ${on}`) },
  truncate: { says: "the body breaks off", takes: {}, rest: fields(`bytes=… ${on}`) },
  edit: { says: "replace places of the answer", takes: {}, rest: needed(`set={"/pointer":value} status=… ${on}`) },
  delivery: {
    says: "make the next delivery badly",
    takes: { effect: deliveryEffects },
    rest: fields("appId=… times=… probability=…"),
  },
} as const satisfies { readonly [Name in keyof FaultDesk]?: CallSpec };

/** What can be done to the open streams from outside. */
export const streamFaults = {
  cut: { says: "the line breaks", takes: {}, rest: fields("midFrame=true appId=…") },
  end: { says: "the stream ends without a farewell", takes: {}, rest: anyApp },
  stall: { says: "the line carries nothing more", takes: {}, rest: anyApp },
  halfOpen: { says: "the same, and the slot is free", takes: {}, rest: anyApp },
  farewell: { says: "a farewell with a documented code", takes: { code: Object.keys(closeCodes) }, rest: anyApp },
  strangeFarewell: { says: "a farewell of any content, as an object", takes: { fields: "any" }, rest: anyApp },
  event: {
    says: "an event of any content, as an object",
    takes: { event: "any" },
    rest: fields("family=messages appId=…"),
  },
  raw: { says: "bytes as they are", takes: { text: "text" }, rest: anyApp },
} as const satisfies { readonly [Name in keyof LiveFaults]?: CallSpec };
