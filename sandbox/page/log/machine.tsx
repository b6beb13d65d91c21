import { useEffect, useState } from "preact/hooks";
import type { PageInteraction } from "../../control/page/types.js";
import { readInteraction } from "../api.js";
import { LateAnswer, triggerOf } from "../chat/interaction.js";
import { appName, durationOf, timeOf } from "../names.js";
import { States } from "../parts/controls.js";
import { useKnown, useNow } from "../store.js";
import { Line } from "./entry.js";

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

/** An interaction's machine: where it stands, what it passed, what could come next and how long that may take. */
export function Machine({ id }: { readonly id: string }) {
  const state = useKnown((known) => known.state);
  const version = useKnown((known) => known.version);
  const entries = useKnown((known) => known.entries);
  const [seen, setSeen] = useState<PageInteraction | undefined>(undefined);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    readInteraction(id).then(setSeen, (error: unknown) => setProblem(String(error)));
  }, [version]);
  const nowMs = useNow(seen?.deadlineMs !== undefined);
  if (seen === undefined || state === undefined) return problem === "" ? null : <p class="problem">{problem}</p>;
  const { deadlineMs, openedAtMs, windowMs, confirmedAtMs, answeredAtMs, why } = seen;
  const isTyping = seen.type === "autocomplete";
  const possible = steps.filter(([, to]) =>
    isTyping ? to !== "confirmed" && to !== "deferred" && to !== "answered" : to !== "suggested",
  );
  const spentMs = (deadlineMs ?? 0) - nowMs;
  return (
    <section class="machine" aria-label="Machine of the interaction">
      <h3>{triggerOf(seen)}</h3>
      <p>
        {seen.type} for {appName(state, seen.appId)}, by the {seen.path}; opened at {timeOf(openedAtMs, true)} with{" "}
        {durationOf(windowMs)}
      </p>
      <States
        names={["open", ...new Set(possible.map(([, to]) => to))]}
        now={seen.state}
        passed={seen.confirmedBy === "defer" ? ["open", "deferred"] : ["open"]}
      />
      {deadlineMs !== undefined && (
        <p class="left">
          <b>{durationOf(spentMs)}</b> left
          <progress
            max={seen.state === "open" ? windowMs : deadlineMs - (confirmedAtMs ?? openedAtMs)}
            value={Math.max(0, spentMs)}
          >
            {durationOf(spentMs)}
          </progress>
        </p>
      )}
      <ul>
        {possible
          .filter(([from]) => from === seen.state)
          .map(([, to, by]) => (
            <li key={to + by}>
              {by} → {to}
            </li>
          ))}
        {confirmedAtMs !== undefined && (
          <li>
            confirmed by {seen.confirmedBy} after {durationOf(confirmedAtMs - openedAtMs)}
          </li>
        )}
        {answeredAtMs !== undefined && <li>answered after {durationOf(answeredAtMs - openedAtMs)}</li>}
        {seen.followUps > 0 && <li>{seen.followUps} follow-ups</li>}
      </ul>
      {why !== undefined && <p class="why">Why: {why}.</p>}
      <LateAnswer interaction={seen} />
      <ol class="lines" aria-label="What happened to it">
        {entries
          .filter(({ interactionId }) => interactionId === id)
          .map((line) => (
            <li key={line.number}>
              <Line entry={line} />
            </li>
          ))}
      </ol>
    </section>
  );
}
