import { useState } from "preact/hooks";
import type { PageState } from "../../control/page/types.js";
import { hashOf } from "../address.js";
import { portal } from "../api.js";
import { timeOf } from "../names.js";
import { Button } from "../parts/button.js";
import { PortalButton, useDoing } from "../parts/controls.js";
import { Card, Problem, States } from "../parts/show.js";

type App = PageState["apps"][number];

const routes: Readonly<Record<string, string>> = {
  off: "Interactions come by the stream or the mailbox.",
  probing: "Saved and not proven: interactions still come by the stream or the mailbox.",
  active: "Interactions go there and nowhere else.",
  suspended: "Interactions go nowhere and expire; a successful test is the only way back.",
};

/** What proves an endpoint, and in which state. */
const proofs = [
  ["Probe", "probeEndpoint", "The endpoint is active", "probing"],
  ["Test again", "retestEndpoint", "Tested", "suspended"],
] as const;

/** Where interactions are delivered to; where it stands, and why it failed last. */
export function Endpoint({ state, app: { id: appId, endpoint } }: { readonly state: PageState; readonly app: App }) {
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const { problem, forget, run } = useDoing();
  const now = endpoint?.state ?? "off";
  const failure = state.failures[appId];
  const save = (event: Event): void => {
    event.preventDefault();
    void run(async () => portal("saveEndpoint", { appId, url }), "Saved: probe it to prove it");
  };
  return (
    <Card id="endpoint" title="Endpoint" says={routes[now]}>
      <States names={["off", "probing", "active", "suspended"]} now={now} />
      {failure !== undefined && (
        <p class="why">
          Last failure, at {timeOf(failure.atMs)}: {failure.why}.{" "}
          <a href={hashOf({ kind: "entry", id: String(failure.number) })}>Show it</a>
        </p>
      )}
      {endpoint !== undefined && endpoint.failuresTotal > 0 && (
        <p class="soft">{endpoint.failuresTotal} failures so far.</p>
      )}
      <form class="call" onSubmit={save}>
        <span class={problem === "" ? "field grow" : "field grow wrong"}>
          <label for="endpoint-url">Address</label>
          <input
            id="endpoint-url"
            required
            inputMode="url"
            placeholder="https://…"
            aria-invalid={problem === "" ? undefined : true}
            value={url}
            onInput={({ currentTarget }) => {
              setUrl(currentTarget.value);
              forget();
            }}
          />
          {problem !== "" && <Problem>{problem}</Problem>}
        </span>
        <Button isSubmit weight="primary">
          Save
        </Button>
      </form>
      <p class="actions">
        {proofs.map(([label, action, done, from]) => (
          <PortalButton
            key={action}
            label={label}
            action={action}
            fields={{ appId }}
            done={done}
            disabled={now !== from}
          />
        ))}
      </p>
      <p class="actions apart">
        <PortalButton
          label="Suspend"
          action="suspendEndpoint"
          fields={{ appId }}
          done="Suspended"
          weight="danger"
          disabled={now !== "active"}
        />
        <PortalButton
          label="Switch off"
          action="disableEndpoint"
          fields={{ appId }}
          done="Switched off"
          weight="danger"
          disabled={now === "off"}
        />
      </p>
    </Card>
  );
}
