import { portal } from "../api.js";
import { useKept } from "../memory.js";
import { CallForm } from "../parts/call-form.js";
import { Labelled, named, PortalButton } from "../parts/controls.js";
import { Card, Chip, Empty } from "../parts/show.js";
import { tryTo, useKnown } from "../store.js";
import { PortalActions } from "./actions.js";
import { AppCards } from "./app-card.js";

const keyWords: Readonly<Record<string, string>> = {
  current: "signs every delivery",
  previous: "signs beside the current one until the rotation is finished",
};

/** What is done in the portal: Apps and all that belongs to them, signing keys, and every other action. */
export function Portal() {
  const state = useKnown((known) => known.state);
  const [chosen, setChosen] = useKept<string>("app", "");
  if (state === undefined) return null;
  const app = state.apps.find(({ id }) => id === chosen) ?? state.apps[0];
  return (
    <>
      <h2 class="hidden">Portal</h2>
      {state.apps.length > 1 && app !== undefined && (
        <p class="choose-app">
          <Labelled label="App" value={app.id} options={named(state.apps)} onChoose={setChosen} />
        </p>
      )}
      <div class="columns">
        {app === undefined ? (
          <Empty title="There is no App.">
            <p>Create one below; it is born private and without a credential.</p>
          </Empty>
        ) : (
          <AppCards key={app.id} state={state} app={app} />
        )}
        <Card
          id="keys"
          title="Signing keys"
          says="Deliveries are signed with these. During a rotation both keys sign, and your App must accept either."
        >
          <ul class="list">
            {state.keys.map(({ id, state: keyState }) => (
              <li key={id}>
                <code>{id}</code> <Chip tone={keyState === "current" ? "good" : "plain"}>{keyState}</Chip>
                <span class="soft">{keyWords[keyState]}</span>
              </li>
            ))}
          </ul>
          <p class="actions">
            <PortalButton label="Begin a rotation" action="rotateKeys" done="A rotation began" />
            <PortalButton label="Finish it" action="finishRotation" done="The previous keys are withdrawn" />
          </p>
          <p class="actions apart">
            <PortalButton
              label="Replace at once"
              action="rotateKeysInEmergency"
              done="The key was replaced"
              weight="danger"
            />
            <span class="soft">As after a leak: what the old key signed is refused from now on.</span>
          </p>
        </Card>
        <Card id="new-app" title="New App" says="Born private, without a credential and without an endpoint.">
          <CallForm
            fields={[
              { name: "name", isNeeded: true, kind: "text" },
              { name: "ownerId", isNeeded: true, kind: "text" },
            ]}
            choices={{ ownerId: named(state.people) }}
            label="Create"
            weight="primary"
            onCall={async (values) =>
              tryTo(async () => portal("createApp", values), "Created: private, without a credential")
            }
          />
        </Card>
      </div>
      <PortalActions state={state} />
    </>
  );
}
