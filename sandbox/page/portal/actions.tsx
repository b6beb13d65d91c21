import { useState } from "preact/hooks";
import type { PageState } from "../../control/page/types.js";
import { portal } from "../api.js";
import { CallForm } from "../parts/call-form.js";
import { Labelled, named } from "../parts/controls.js";
import { Card } from "../parts/show.js";
import { tryTo, useKnown } from "../store.js";

/** Values to choose from, by the name of a field. */
export const choicesOf = (state: PageState) => ({
  appId: named(state.apps),
  serverId: named(state.servers),
  channelId: named(state.channels),
  roleId: named(state.roles),
  personId: named(state.people),
  ownerId: named(state.people),
});

/** Every action there is, for what has no button of its own. */
export function PortalActions({ state }: { readonly state: PageState }) {
  const actions = useKnown(({ description }) => description?.portalActions);
  const [name, setName] = useState("createChannel");
  const chosen = actions?.[name];
  if (actions === undefined || chosen === undefined) return null;
  const fields = Object.entries(chosen.fields).map(([field, kind]) => ({
    name: field.replace(/\?$/, ""),
    isNeeded: !field.endsWith("?"),
    kind,
  }));
  const words = Object.entries(actions).map(([value, { says }]) => ({
    value,
    text: says.charAt(0).toUpperCase() + says.slice(1),
  }));
  const call = async (values: object): Promise<string | undefined> =>
    tryTo(
      async () => JSON.stringify(await portal(name, values)),
      (answer) => (answer === "{}" ? "Done" : `Done: ${answer}`),
    );
  return (
    <Card
      id="actions"
      title="Every other action"
      says="Servers, channels, roles, people and whatever else is done outside of the chat."
      isWide
    >
      <Labelled label="Action" value={name} options={words} onChoose={setName} />
      <CallForm key={name} fields={fields} choices={choicesOf(state)} label="Do it" weight="primary" onCall={call} />
    </Card>
  );
}
