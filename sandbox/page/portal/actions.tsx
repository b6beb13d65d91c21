import { useState } from "preact/hooks";
import type { PageState } from "../../control/page/types.js";
import { portal } from "../api.js";
import { Card, Choose, named, saying } from "../parts/controls.js";
import { CallForm } from "../parts/call-form.js";
import { attempt, notify, useKnown } from "../store.js";

/** Every action there is, for what has no button of its own. */
export function PortalActions({ state }: { readonly state: PageState }) {
  const actions = useKnown(({ description }) => description?.portalActions);
  const [name, setName] = useState("createChannel");
  const chosen = actions?.[name];
  if (actions === undefined || chosen === undefined) return null;
  const choices = {
    appId: named(state.apps),
    serverId: named(state.servers),
    channelId: named(state.channels),
    roleId: named(state.roles),
    personId: named(state.people),
    ownerId: named(state.people),
  };
  const fields = Object.entries(chosen.fields).map(([field, kind]) => ({
    name: field.replace(/\?$/, ""),
    isNeeded: !field.endsWith("?"),
    kind,
  }));
  const call = async (values: object): Promise<void> => {
    let said = "Done";
    const done = await attempt(async () => {
      const answer = JSON.stringify(await portal(name, values));
      if (answer !== "{}") said = `Done: ${answer}`;
    });
    if (done) notify(said);
  };
  return (
    <Card id="actions" title="Everything else">
      <p>
        <label for="action">Do</label> <Choose id="action" value={name} options={saying(actions)} onChoose={setName} />
      </p>
      <CallForm key={name} fields={fields} choices={choices} label="Do it" onCall={(values) => void call(values)} />
    </Card>
  );
}
