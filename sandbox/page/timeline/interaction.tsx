import { useEffect, useState } from "preact/hooks";
import type { PageInteraction } from "../../control/page/types.js";
import { readInteraction } from "../api.js";
import { LateAnswer, triggerOf } from "../chat/interaction.js";
import { appName, durationOf, timeOf } from "../names.js";
import { Copy } from "../parts/button.js";
import { Problem, States } from "../parts/show.js";
import { useKnown, useNow } from "../store.js";
import { Related } from "./related.js";

/** The states an interaction can be in, and what leads there. */
const steps: readonly (readonly [from: string, to: string, by: string])[] = [
  ["open", "confirmed", "reply"],
  ["open", "deferred", "defer"],
  ["open", "declined", "decline"],
  ["open", "form-opened", "modal"],
  ["open", "suggested", "suggest"],
  ["open", "expired", "time"],
  ["deferred", "answered", "answer"],
  ["deferred", "expired", "time"],
];

/** A state as it is read: `form opened`. */
const spoken = (state: string): string => state.replace("-", " ");

const ways: Readonly<Record<string, string>> = {
  gateway: "by stream or mailbox",
  endpoint: "to the endpoint",
  nowhere: "nowhere",
};

/** An interaction: where it stands, what it passed, what could come next and how long that may take. */
export function InteractionDetail({ id }: { readonly id: string }) {
  const state = useKnown((known) => known.state);
  const version = useKnown((known) => known.version);
  const [seen, setSeen] = useState<PageInteraction | undefined>(undefined);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    readInteraction(id).then(setSeen, (error: unknown) => setProblem(String(error)));
  }, [version]);
  const nowMs = useNow(seen?.deadlineMs !== undefined);
  if (seen === undefined || state === undefined) return problem === "" ? null : <Problem>{problem}</Problem>;
  const { deadlineMs, openedAtMs, windowMs, confirmedAtMs, answeredAtMs, why, followUps } = seen;
  const isTyping = seen.type === "autocomplete";
  const possible = steps.filter(([, to]) =>
    isTyping ? to !== "confirmed" && to !== "deferred" && to !== "answered" : to !== "suggested",
  );
  const next = possible.filter(([from]) => from === seen.state).map(([, to, by]) => `${spoken(to)} (${by})`);
  const spentMs = (deadlineMs ?? 0) - nowMs;
  return (
    <section class="machine" aria-label="Interaction">
      <h3>{triggerOf(seen)}</h3>
      <p class="facts">
        <span>
          {seen.type} for {appName(state, seen.appId)}, sent {ways[seen.path] ?? seen.path}
        </span>
        <span>{timeOf(openedAtMs, true)}</span>
        <Copy text={() => id} label="Copy id" />
      </p>
      <States
        names={["open", ...new Set(possible.map(([, to]) => to))].map(spoken)}
        now={spoken(seen.state)}
        passed={seen.confirmedBy === "defer" ? ["open", "deferred"] : ["open"]}
      />
      {deadlineMs !== undefined && (
        <p class="left">
          <b>{durationOf(spentMs)}</b> left of {durationOf(deadlineMs - (confirmedAtMs ?? openedAtMs))}
          <progress
            aria-label="Time left"
            max={seen.state === "open" ? windowMs : deadlineMs - (confirmedAtMs ?? openedAtMs)}
            value={Math.max(0, spentMs)}
          />
        </p>
      )}
      <dl class="terms">
        {next.length > 0 && <Term name="May become">{next.join(", ")}</Term>}
        {confirmedAtMs !== undefined && (
          <Term name="Confirmed">
            by {seen.confirmedBy} after {durationOf(confirmedAtMs - openedAtMs)} of {durationOf(windowMs)}
          </Term>
        )}
        {answeredAtMs !== undefined && <Term name="Answered">after {durationOf(answeredAtMs - openedAtMs)}</Term>}
        {followUps > 0 && <Term name="Follow-ups">{followUps}</Term>}
      </dl>
      {why !== undefined && <p class="why">Why: {why}.</p>}
      <LateAnswer interaction={seen} />
      <h4>What crossed the wire because of it</h4>
      <Related label="Entries about the interaction" of={({ interactionId }) => interactionId === id} />
    </section>
  );
}

function Term({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
