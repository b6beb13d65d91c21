import { useState } from "preact/hooks";
import type { PageDescription, PageState } from "../../control/page/types.js";
import type { CallSpec } from "../../control/spec.js";
import { post } from "../api.js";
import { Card, Choose, saying } from "../parts/controls.js";
import { CallForm, type CallField } from "../parts/call-form.js";
import { attempt } from "../store.js";

const order = async (name: string, ...args: readonly unknown[]): Promise<boolean> =>
  attempt(async () => post(`/faults/${name}`, { args }), `Ordered: ${name}`);

/** The faults that one click orders, as they are wanted most. */
const oneClick: readonly { readonly label: string; readonly order: () => Promise<boolean> }[] = [
  { label: "429 with a wait of 2 s", order: async () => order("rateLimit", { retryAfter: "2" }) },
  { label: "503, nothing done", order: async () => order("serverError", { status: 503, when: "before" }) },
  { label: "503, done all the same", order: async () => order("serverError", { status: 503, when: "after" }) },
  { label: "Connection reset", order: async () => order("reset", {}) },
  { label: "No answer ever", order: async () => order("stall", {}) },
  { label: "Half an answer", order: async () => order("truncate", {}) },
  { label: "Cut the streams", order: async () => order("streams/cut", { midFrame: true }) },
  { label: "Streams fall silent", order: async () => order("streams/stall", {}) },
  { label: "Restart the service", order: async () => order("streams/closeFrame", "SERVER_RESTARTING") },
  { label: "Unknown event", order: async () => order("streams/event", { type: "unheard_of", answer: 42 }) },
  { label: "Badly signed delivery", order: async () => order("delivery", "forged-signature") },
  { label: "Delivery twice", order: async () => order("delivery", "replay") },
];

function fieldsOf({ takes, rest }: CallSpec): readonly CallField[] {
  return [
    ...Object.entries(takes).map(([name, kind]) => ({ name, isNeeded: true, kind })),
    ...Object.entries(rest?.fields ?? {}).map(([name, kind]) => ({ name, isNeeded: name === rest?.needed, kind })),
  ];
}

/** What can go wrong: by one click, with every option, and what is waiting to strike. */
export function Faults({ state, description }: { readonly state: PageState; readonly description: PageDescription }) {
  const [name, setName] = useState("rateLimit");
  const streams = Object.entries(description.streamFaults).map(([one, call]) => [`streams/${one}`, call] as const);
  const all = Object.fromEntries([...Object.entries(description.faults), ...streams]);
  const chosen = all[name];
  const call = (values: Readonly<Record<string, unknown>>): void => {
    if (chosen === undefined) return;
    const needed = Object.keys(chosen.takes);
    const more = Object.fromEntries(Object.entries(values).filter(([field]) => !needed.includes(field)));
    const args = needed.map((field) => values[field]);
    void order(name, ...args, ...(chosen.rest === undefined ? [] : [more]));
  };
  return (
    <Card id="faults" title="Faults" isWide>
      <p class="actions">
        {oneClick.map(({ label, order: now }) => (
          <button key={label} type="button" onClick={() => void now()}>
            {label}
          </button>
        ))}
      </p>
      <p>
        <label for="fault">With options</label>{" "}
        <Choose id="fault" value={name} options={saying(all)} onChoose={setName} />
      </p>
      {chosen !== undefined && <CallForm key={name} fields={fieldsOf(chosen)} label="Order" onCall={call} />}
      <h4>Waiting to strike</h4>
      {state.faults.length === 0 ? (
        <p class="empty">Nothing.</p>
      ) : (
        <ul aria-label="Waiting to strike">
          {state.faults.map(({ fault, struck }, at) => (
            <li key={at}>
              <code>{JSON.stringify(fault)}</code> {struck > 0 ? `struck ${struck} times` : ""}
            </li>
          ))}
        </ul>
      )}
      <button type="button" onClick={() => void order("clear")}>
        Call everything off
      </button>
    </Card>
  );
}
