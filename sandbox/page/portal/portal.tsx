import { useState } from "preact/hooks";
import { portal } from "../api.js";
import { Card, Choose, named, PortalButton } from "../parts/controls.js";
import { CallForm } from "../parts/call-form.js";
import { attempt, useKnown } from "../store.js";
import { AppCard } from "./app-card.js";
import { PortalActions } from "./actions.js";

/** What is done in the portal: Apps and all that belongs to them, signing keys, and every other action. */
export function Portal() {
  const state = useKnown((known) => known.state);
  const [chosen, setChosen] = useState("");
  if (state === undefined) return null;
  const app = state.apps.find(({ id }) => id === chosen) ?? state.apps[0];
  return (
    <>
      <h2 class="hidden">Portal</h2>
      <div class="cards">
        {app === undefined ? (
          <p class="empty">There is no App.</p>
        ) : (
          <>
            {state.apps.length > 1 && (
              <p>
                <label for="portal-app">App</label>{" "}
                <Choose id="portal-app" value={app.id} options={named(state.apps)} onChoose={setChosen} />
              </p>
            )}
            <AppCard key={app.id} state={state} app={app} />
          </>
        )}
        <Card id="keys" title="Signing keys">
          <ul>
            {state.keys.map(({ id, state: keyState }) => (
              <li key={id}>
                <code>{id}</code> {keyState}
              </li>
            ))}
          </ul>
          <p class="actions">
            <PortalButton label="Begin a rotation" action="rotateKeys" done="A rotation began" />
            <PortalButton label="Finish it" action="finishRotation" done="The previous keys are withdrawn" />
            <PortalButton label="Replace at once" action="rotateKeysInEmergency" done="The key was replaced" />
          </p>
        </Card>
        <Card id="new-app" title="Another App">
          <CallForm
            fields={[
              { name: "name", isNeeded: true, kind: "text" },
              { name: "ownerId", isNeeded: true, kind: "text" },
            ]}
            choices={{ ownerId: named(state.people) }}
            label="Create"
            onCall={(values) =>
              void attempt(async () => portal("createApp", values), "Created: private, without a credential")
            }
          />
        </Card>
        <PortalActions state={state} />
      </div>
    </>
  );
}
