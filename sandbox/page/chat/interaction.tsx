import { useLayoutEffect, useState } from "preact/hooks";
import type { PageInteraction, PageState } from "../../control/page/types.js";
import { hashOf } from "../address.js";
import { fieldsOf, listOf } from "../../json.js";
import { act } from "../api.js";
import { appName, durationOf } from "../names.js";
import { Button } from "../parts/button.js";
import { Refusal, useDoing } from "../parts/controls.js";
import { Icon } from "../parts/icon.js";
import { Avatar } from "../parts/show.js";
import { tryTo, useKnown, useNow } from "../store.js";
import { Components } from "./components.js";
import { FormDialog } from "./form.js";
import { isToOpen, opened } from "./forms.js";
import type { Seen } from "./seat.js";

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
export function Interaction({
  state,
  seat,
  interaction,
  isChosen,
}: Seen & { readonly interaction: PageInteraction; readonly isChosen: boolean }) {
  const { id, appId, texts, why, form, isSubmitted } = interaction;
  const [isFormOpen, setFormOpen] = useState(false);
  const { problem, run } = useDoing();
  const whispered = texts.filter((text) => text.private);
  const hasForm = form !== undefined && !isSubmitted;
  useLayoutEffect(() => {
    if (hasForm && isToOpen(id)) setFormOpen(true);
  }, [hasForm]);
  return (
    <article
      class={`item interaction ${interaction.state}${isChosen ? " chosen" : ""}`}
      data-key={id}
      data-id={id}
      data-state={interaction.state}
      aria-label={`You: ${triggerOf(interaction)}`}
    >
      <p class="by">
        <Icon name="command" />
        <span>
          You: <b>{triggerOf(interaction)}</b>
        </span>
        <a class="more" href={hashOf({ kind: "interaction", id })} aria-label={`Details of ${triggerOf(interaction)}`}>
          Details
        </a>
      </p>
      <Outcome state={state} interaction={interaction} />
      {hasForm && (
        <Button weight="primary" onClick={() => setFormOpen(true)}>
          Open the form
        </Button>
      )}
      {form !== undefined && isFormOpen && (
        <FormDialog
          form={form}
          onClose={() => setFormOpen(false)}
          onSubmit={async (values) => tryTo(async () => opened(await act(seat.personId, "submit", id, values)))}
        />
      )}
      {whispered.map((text, at) => (
        <div key={at} class="whispered">
          <Avatar id={appId} name={appName(state, appId)} isApp />
          <div class="said">
            <p class="by">
              <b>{appName(state, appId)}</b> <span class="badge">App</span>
              <span class="only">Only you can see this</span>
            </p>
            <p class="content">{text.content}</p>
            <Components
              components={text.components ?? []}
              onPress={(...pressed) =>
                void run(async () => opened(await act(seat.personId, "pressPrivate", id, ...pressed)))
              }
            />
            <Refusal of={problem} />
          </div>
        </div>
      ))}
      {why !== undefined && <p class="why">Why: {why}.</p>}
      <LateAnswer interaction={interaction} />
    </article>
  );
}

/** The sentence that the person sees for the state. The time that is left is for the eye: nobody wants to hear it count. */
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
  const late = entries.findLast(
    (entry) => entry.interactionId === id && entry.kind === "request" && (entry.status ?? 0) >= 400,
  );
  if (late === undefined) return null;
  return (
    <p class="why">An answer was too late and was refused{late.code === undefined ? "" : ` with ${late.code}`}.</p>
  );
}
