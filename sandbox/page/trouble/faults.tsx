import { useState } from "preact/hooks";
import type { PageDescription, PageState } from "../../control/page/types.js";
import type { CallSpec } from "../../control/spec.js";
import { fieldsOf } from "../../json.js";
import { post } from "../api.js";
import { Button } from "../parts/button.js";
import { CallForm, type CallField } from "../parts/call-form.js";
import { Labelled, named } from "../parts/controls.js";
import { Card, Empty } from "../parts/show.js";
import { attempt, tryTo } from "../store.js";

interface Order {
  readonly label: string;
  /** What happens, in a sentence. */
  readonly says: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The faults that one click orders, as they are wanted most. */
const oneClick: readonly { readonly title: string; readonly orders: readonly Order[] }[] = [
  {
    title: "The next call",
    orders: [
      {
        label: "429 with a wait of 2 s",
        says: "It is refused for the rate; Retry-After says when to come back.",
        name: "rateLimit",
        args: [{ retryAfter: "2" }],
      },
      {
        label: "503, nothing done",
        says: "The server fails before it did anything: repeating is safe.",
        name: "serverError",
        args: [{ status: 503, when: "before" }],
      },
      {
        label: "503, done all the same",
        says: "It was carried out, and the answer says it was not: repeating may do it twice.",
        name: "serverError",
        args: [{ status: 503, when: "after" }],
      },
      { label: "Connection reset", says: "The connection breaks before the answer.", name: "reset", args: [{}] },
      { label: "No answer ever", says: "The connection stays open, and nothing is sent.", name: "stall", args: [{}] },
      {
        label: "Half an answer",
        says: "The body of the answer breaks off in the middle.",
        name: "truncate",
        args: [{}],
      },
    ],
  },
  {
    title: "Open streams, now",
    orders: [
      {
        label: "Cut the streams",
        says: "The line breaks in the middle of a frame: the App reconnects and misses nothing.",
        name: "streams/cut",
        args: [{ midFrame: true }],
      },
      {
        label: "Streams fall silent",
        says: "Not even heartbeats come any more; the App has to notice by itself.",
        name: "streams/stall",
        args: [{}],
      },
      {
        label: "Restart the service",
        says: "A close frame announces a restart, and the streams end.",
        name: "streams/closeFrame",
        args: ["SERVER_RESTARTING"],
      },
      {
        label: "Unknown event",
        says: "An event of a type that no App knows; it must be passed over.",
        name: "streams/event",
        args: [{ type: "unheard_of", answer: 42 }],
      },
    ],
  },
  {
    title: "The next delivery",
    orders: [
      {
        label: "Badly signed delivery",
        says: "Its signature is forged: the endpoint must refuse it.",
        name: "delivery",
        args: ["forged-signature"],
      },
      {
        label: "Delivery twice",
        says: "The same delivery is sent again: it must not be handled twice.",
        name: "delivery",
        args: ["replay"],
      },
    ],
  },
];

function fieldsFor({ takes, rest }: CallSpec): readonly CallField[] {
  return [
    ...Object.entries(takes).map(([name, kind]) => ({ name, isNeeded: true, kind })),
    ...Object.entries(rest?.fields ?? {}).map(([name, kind]) => ({ name, isNeeded: name === rest?.needed, kind })),
  ];
}

const order = async (name: string, args: readonly unknown[]): Promise<unknown> => post(`/faults/${name}`, { args });

/** Faults of one click, under what they happen to. */
function OneClick() {
  return (
    <div class="orders">
      {oneClick.map(({ title, orders }) => (
        <section key={title} aria-label={title}>
          <h4>{title}</h4>
          <ul>
            {orders.map(({ label, says, name, args }) => (
              <li key={label}>
                <Button icon="bolt" onClick={() => void attempt(async () => order(name, args), `Ordered: ${label}`)}>
                  {label}
                </Button>
                <span class="soft">{says}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** What can go wrong: by one click, with every option, and what has yet to strike. */
export function Faults({ state, description }: { readonly state: PageState; readonly description: PageDescription }) {
  const [name, setName] = useState("rateLimit");
  const streams = Object.entries(description.streamFaults).map(([one, call]) => [`streams/${one}`, call] as const);
  const all: Readonly<Record<string, CallSpec>> = Object.fromEntries([
    ...Object.entries(description.faults).filter(([one]) => one !== "clear" && one !== "skewClock"),
    ...streams,
  ]);
  const chosen = all[name];
  const words = Object.entries(all).map(([value, { says }]) => ({
    value,
    text: `${value.startsWith("streams/") ? "Open streams" : value === "delivery" ? "Next delivery" : "Next call"}: ${says}`,
  }));
  const call = async (values: Readonly<Record<string, unknown>>): Promise<string | undefined> => {
    const needed = Object.keys(chosen?.takes ?? {});
    const more = Object.fromEntries(Object.entries(values).filter(([field]) => !needed.includes(field)));
    const args = needed.map((field) => values[field]);
    return tryTo(
      async () => order(name, [...args, ...(chosen?.rest === undefined ? [] : [more])]),
      `Ordered: ${chosen?.says ?? name}`,
    );
  };
  return (
    <Card
      id="faults"
      title="Faults"
      says="What your App has to survive. A fault strikes once, unless its options say otherwise."
      isWide
    >
      <OneClick />
      <div class="two">
        <section class="stack" aria-label="With options">
          <h4>With options</h4>
          <Labelled label="Fault" value={name} options={words} onChoose={setName} />
          {chosen !== undefined && (
            <CallForm
              key={name}
              fields={fieldsFor(chosen)}
              choices={{ appId: named(state.apps) }}
              label="Order"
              weight="primary"
              onCall={call}
            />
          )}
        </section>
        <section class="stack" aria-label="Pending">
          <h4>Pending faults</h4>
          {state.faults.length === 0 ? (
            <Empty title="None">
              <p>A fault that is ordered waits here until it strikes.</p>
            </Empty>
          ) : (
            <>
              <ul class="list" aria-label="Pending faults">
                {state.faults.map(({ fault, struck }, at) => (
                  <li key={at}>
                    <b>{wordsOf(fault)}</b>
                    <span class="soft">{struck > 0 ? `struck ${struck} times` : "has not struck yet"}</span>
                  </li>
                ))}
              </ul>
              <p class="actions">
                <Button
                  weight="danger"
                  onClick={() => void attempt(async () => post("/faults/clear", {}), "All faults were cancelled")}
                >
                  Cancel all faults
                </Button>
              </p>
            </>
          )}
        </section>
      </div>
    </Card>
  );
}

/** A fault as it was ordered: where it strikes, what it does, and its other options. */
function wordsOf(fault: Readonly<Record<string, unknown>>): string {
  const { on, effect, operation, ...more } = fieldsOf(fault);
  const options = Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [`${String(effect)} at ${String(operation ?? on)}`, ...options].join(", ");
}
