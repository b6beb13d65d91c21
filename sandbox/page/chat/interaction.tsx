import { useState } from "preact/hooks";
import type { PageInteraction, PageState } from "../../control/page/types.js";
import { fieldsOf, listOf } from "../../json.js";
import { act } from "../api.js";
import { appName, durationOf } from "../names.js";
import { attempt, useKnown, useNow } from "../store.js";
import { Components } from "./components.js";
import { FormDialog } from "./form.js";
import type { Seen } from "./chat.js";

/** What somebody did, in words: the command with its arguments, or what was pressed. */
export function triggerOf({ type, data }: PageInteraction): string {
  const command = fieldsOf(data["command"]);
  const given = data["arguments"] ?? command["arguments"] ?? data["options"];
  const args = (listOf(given) ?? []).map(fieldsOf);
  const words = args.map(({ name, value }) => `${String(name)}: ${String(value)}`).join(", ");
  switch (type) {
    case "command":
    case "autocomplete":
      return `/${String(command["name"])} ${words}`.trim();
    case "command_on_user":
    case "command_on_message":
      return String(command["name"]);
    case "component": {
      const { id, values } = fieldsOf(data["component"]);
      return `pressed ${String(id)}${Array.isArray(values) ? `: ${values.join(", ")}` : ""}`;
    }
    default:
      return `sent the form ${String(fieldsOf(data["form"])["id"])}`;
  }
}

/** What somebody triggered and what came of it, as that person sees it; beside it what a developer wants to know. */
export function Interaction({ state, seat, interaction }: Seen & { readonly interaction: PageInteraction }) {
  const { id, appId, texts, why, form, isSubmitted } = interaction;
  const [isFormOpen, setFormOpen] = useState(false);
  const whispered = texts.filter((text) => text.private);
  return (
    <article class={`interaction ${interaction.state}`} data-key={id} data-id={id} data-state={interaction.state}>
      <p class="by">
        <span>
          You: <b>{triggerOf(interaction)}</b>
        </span>
        <a class="more" href={`#log/${id}`}>
          its machine
        </a>
      </p>
      <Outcome state={state} interaction={interaction} />
      {form !== undefined && !isSubmitted && (
        <button type="button" class="open-form" onClick={() => setFormOpen(true)}>
          Open the form
        </button>
      )}
      {form !== undefined && isFormOpen && (
        <FormDialog
          form={form}
          onClose={() => setFormOpen(false)}
          onSubmit={async (values) => attempt(async () => act(seat.personId, "submit", id, values))}
        />
      )}
      {whispered.map((text, at) => (
        <div key={at} class="whispered">
          <p class="by">
            <b>{appName(state, appId)}</b> <span class="badge">App</span>
            <span class="only">Only you can see this</span>
          </p>
          <p class="content">{text.content}</p>
          <Components
            components={text.components ?? []}
            onPress={(...pressed) => void attempt(async () => act(seat.personId, "pressPrivate", id, ...pressed))}
          />
        </div>
      ))}
      {why !== undefined && <p class="why">Why: {why}.</p>}
      <LateAnswer interaction={interaction} />
    </article>
  );
}

/** The sentence that the person sees for the state. */
function Outcome({ state, interaction }: { readonly state: PageState; readonly interaction: PageInteraction }) {
  const { deadlineMs } = interaction;
  const nowMs = useNow(deadlineMs !== undefined);
  const app = appName(state, interaction.appId);
  const left = deadlineMs === undefined ? "" : durationOf(deadlineMs - nowMs);
  const says: Readonly<Record<string, string>> = {
    open: `Waiting for ${app}: ${left} left to confirm`,
    deferred: `${app} is thinking… ${left} left to answer`,
    expired: `${app} did not respond in time.`,
    declined: `${app} cannot do this right now.`,
    "form-opened": `${app} ${interaction.isSubmitted ? "got the form." : "opened a form."}`,
  };
  const isFailed = interaction.state === "expired" || interaction.state === "declined";
  const sentence = says[interaction.state];
  return sentence === undefined ? null : <p class={isFailed ? "outcome failed" : "outcome"}>{sentence}</p>;
}

/** What came when it was too late, and was refused: nobody but the developer sees that. */
export function LateAnswer({ interaction: { id, state } }: { readonly interaction: PageInteraction }) {
  const entries = useKnown((known) => known.entries);
  if (state !== "expired") return null;
  const late = entries.find(
    (entry) => entry.interactionId === id && entry.kind === "request" && (entry.status ?? 0) >= 400,
  );
  if (late === undefined) return null;
  return (
    <p class="why">An answer came too late and was refused{late.code === undefined ? "" : ` with ${late.code}`}.</p>
  );
}
