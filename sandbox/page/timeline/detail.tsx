import { useEffect, useState } from "preact/hooks";
import type { PageEntry } from "../../control/page/types.js";
import { hashOf, select, type Selection } from "../address.js";
import { fieldsOf } from "../../json.js";
import { get } from "../api.js";
import { appName, timeOf, tookOf } from "../names.js";
import { IconButton } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { Chip, Json, Problem } from "../parts/show.js";
import { useKnown } from "../store.js";
import { jsonOf } from "../text.js";
import { Again } from "./again.js";
import { sendingOf, type Detail as Whole } from "./code.js";
import { Explanation } from "./explanation.js";
import { InteractionDetail } from "./interaction.js";
import { MessageDetail } from "./message.js";

/** What is chosen, with everything that is known of it. */
export function Detail({ selection }: { readonly selection: Selection }) {
  const { kind, id } = selection;
  const entry = useKnown(({ entries }) =>
    kind === "entry" ? entries.find(({ number }) => String(number) === id) : undefined,
  );
  return (
    <section class="detail" aria-label="Details">
      <IconButton label="Close the details" icon="close" onClick={() => select(undefined)} />
      {kind === "interaction" && <InteractionDetail id={id} />}
      {kind === "message" && <MessageDetail id={id} />}
      {entry !== undefined && <EntryDetail entry={entry} />}
      {kind === "entry" && entry === undefined && (
        <p class="soft">This entry is not among those that the sandbox keeps.</p>
      )}
    </section>
  );
}

/** A part of what an entry carried: `text` as JSON where it is some. */
interface Part {
  readonly title: string;
  readonly text: string;
}

const shown = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Everything an entry carried, in the order in which one reads it. */
function partsOf({ kind }: PageEntry, detail: Whole): readonly Part[] {
  const part = (title: string, value: unknown): readonly Part[] =>
    shown(value) ? [{ title, text: jsonOf(value) }] : [];
  if (kind === "request") {
    const { query, body, answer, headers } = detail;
    return [
      ...part("Query", query),
      ...part("Request body", body),
      ...part("Answer", answer),
      ...part("Request headers", headers),
    ];
  }
  if (kind === "event") return part("Event", fieldsOf(detail["entry"])["json"]);
  if (kind === "delivery" && (detail["delivery"] !== undefined || detail["result"] !== undefined)) {
    const { url, headers, body } = fieldsOf(detail["delivery"]);
    const { answer, reason } = fieldsOf(detail["result"]);
    return [
      ...part("Delivery", body),
      ...part("Answer of the endpoint", fieldsOf(answer)["body"] ?? reason),
      ...part("Address", url),
      ...part("Headers of the delivery", headers),
    ];
  }
  return part("Everything", detail);
}

/** One entry with its bodies, what the description says about it, and what can be done with it. */
function EntryDetail({ entry }: { readonly entry: PageEntry }) {
  const state = useKnown((known) => known.state);
  const [detail, setDetail] = useState<Whole | undefined>(undefined);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    get<{ readonly detail: Whole; readonly delivery?: unknown }>(`/page/log/${entry.number}`).then(
      (whole) => setDetail({ ...whole.detail, delivery: whole.delivery }),
      (error: unknown) => setProblem(String(error)),
    );
  }, []);
  if (state === undefined) return null;
  const { title, outcome, tone, appId, atMs, tookMs, kind, text, interactionId, messageId, number } = entry;
  const sending = detail === undefined ? undefined : sendingOf(entry, detail);
  const { method, path } = detail ?? {};
  return (
    <>
      <h3>{title}</h3>
      <p class="facts">
        <Chip tone={tone}>{outcome}</Chip>
        {appId !== undefined && <span>{appName(state, appId)}</span>}
        <span>{timeOf(atMs, true)}</span>
        {tookMs !== undefined && <span>{tookOf(tookMs)}</span>}
        <span>#{number}</span>
      </p>
      {kind === "request" && typeof path === "string" && (
        <p>
          <code>
            {String(method)} {path}
          </code>
        </p>
      )}
      {kind !== "request" && kind !== "event" && <p class="soft">{text}</p>}
      <p class="actions links">
        {interactionId !== undefined && (
          <a class="button quiet" href={hashOf({ kind: "interaction", id: interactionId })}>
            <Icon name="command" /> Its interaction
          </a>
        )}
        {messageId !== undefined && (
          <a class="button quiet" href={hashOf({ kind: "message", id: messageId })}>
            <Icon name="columns" /> Its message
          </a>
        )}
      </p>
      {sending !== undefined && <Again key={entry.number} state={state} sending={sending} />}
      <Explanation entry={entry} />
      {problem !== "" && <Problem>{problem}</Problem>}
      {partsOf(entry, detail ?? {}).map((part) => (
        <div key={part.title} class="part">
          <h4>{part.title}</h4>
          <Json text={part.text} label={part.title} />
        </div>
      ))}
    </>
  );
}
