import { useState } from "preact/hooks";
import type { PageState } from "../../control/page/types.js";
import { portal } from "../api.js";
import { Card, PortalButton, States } from "../parts/controls.js";
import { attempt, useNow } from "../store.js";
import { Credentials } from "./credentials.js";

type App = PageState["apps"][number];

type Action = readonly [label: string, action: string, fields: object, done: string];

/** A sanction unless its term is over. */
const holding = (sanction: App["sanction"], nowMs: number): App["sanction"] =>
  nowMs < (sanction?.untilMs ?? Number.POSITIVE_INFINITY) ? sanction : undefined;

/** An App: what it is, its credentials, its endpoint, where it is installed, and sanctions. */
export function AppCard({ state, app }: { readonly state: PageState; readonly app: App }) {
  const { id: appId, name, open } = app;
  const owner = state.people.find(({ id }) => id === app.ownerId);
  const hasTerm = [app, owner].some((one) => one?.sanction?.untilMs !== undefined);
  const nowMs = useNow(hasTerm);
  const [sanction, ownerSanction] = [app, owner].map((one) => holding(one?.sanction, nowMs));
  const sanctions: readonly Action[] =
    sanction !== undefined
      ? [["Lift the sanction", "releaseApp", { appId }, "The sanction is lifted"]]
      : [
          ["Suspend for a minute", "suspendApp", { appId, termMs: 60_000 }, "Suspended for a minute"],
          ["Ban", "banApp", { appId }, "Banned"],
        ];
  const actions: readonly Action[] = [
    open
      ? ["Close for installation", "setOpen", { appId, open: false }, "Closed"]
      : ["Open for installation", "setOpen", { appId, open: true }, "Opened"],
    ...sanctions,
    ownerSanction !== undefined
      ? ["Lift the owner's sanction", "releasePerson", { personId: app.ownerId }, "The owner's sanction is lifted"]
      : ["Ban the owner", "sanctionPerson", { personId: app.ownerId }, "The owner is banned"],
  ];
  return (
    <>
      <Card id="app" title={name}>
        <p>
          Application ID <code>{appId}</code>, owned by {owner?.name ?? "nobody"}.{" "}
          {sanction === undefined ? "" : sanction.untilMs === undefined ? "Banned. " : "Suspended. "}
          {open ? "Open for installation by anybody." : "Private: only its owner can install it."}
        </p>
        <p class="actions">
          {actions.map(([label, action, fields, done]) => (
            <PortalButton key={action} label={label} action={action} fields={fields} done={done} />
          ))}
        </p>
      </Card>
      <Credentials state={state} appId={appId} />
      <Endpoint app={app} />
      <Installations state={state} appId={appId} />
    </>
  );
}

const routes: Readonly<Record<string, string>> = {
  off: "interactions come by the stream or the mailbox",
  probing: "saved and not proven: interactions still come by the stream or the mailbox",
  active: "interactions go there and nowhere else",
  suspended: "interactions go nowhere and expire; a successful test is the only way back",
};

/** What can be done with an endpoint, and in which state; without one, in all but the first. */
const endpointActions = [
  ["Probe", "probeEndpoint", "The endpoint is active", "probing"],
  ["Test again", "retestEndpoint", "Tested", "suspended"],
  ["Suspend", "suspendEndpoint", "Suspended", "active"],
  ["Switch off", "disableEndpoint", "Switched off", undefined],
] as const;

function Endpoint({ app: { id: appId, endpoint } }: { readonly app: App }) {
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const now = endpoint?.state ?? "off";
  const save = (event: Event): void => {
    event.preventDefault();
    void attempt(async () => portal("saveEndpoint", { appId, url }), "Saved: probe it to prove it");
  };
  return (
    <Card id="endpoint" title="Endpoint">
      <States names={["off", "probing", "active", "suspended"]} now={now} />
      <p>
        {routes[now]}
        {endpoint !== undefined && endpoint.failuresTotal > 0 ? `; ${endpoint.failuresTotal} failures so far` : ""}.
      </p>
      <form class="call" onSubmit={save}>
        <span class="field">
          <label for="endpoint-url">Address</label>
          <input
            id="endpoint-url"
            required
            inputMode="url"
            placeholder="https://…"
            value={url}
            onInput={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        </span>
        <button type="submit">Save</button>
      </form>
      <p class="actions">
        {endpointActions.map(([label, action, done, from]) => (
          <PortalButton
            key={action}
            label={label}
            action={action}
            fields={{ appId }}
            done={done}
            disabled={from === undefined ? now === "off" : now !== from}
          />
        ))}
      </p>
    </Card>
  );
}

function Installations({ state, appId }: { readonly state: PageState; readonly appId: string }) {
  return (
    <Card id="installs" title="Installations and scopes">
      {state.servers.map(({ id: serverId, name }) => {
        const install = state.installs.find((one) => one.serverId === serverId && one.appId === appId);
        const scopes = new Set(install?.scopes);
        const set = (scope: string, isGiven: boolean): void => {
          const next = isGiven ? [...scopes, scope] : [...scopes].filter((one) => one !== scope);
          void attempt(async () => portal("install", { appId, serverId, scopes: next }), "The scopes were replaced");
        };
        return (
          <fieldset key={serverId}>
            <legend>{name}</legend>
            {install === undefined ? (
              <PortalButton
                label="Install"
                action="install"
                fields={{ appId, serverId, scopes: [] }}
                done="Installed"
              />
            ) : (
              <>
                {state.permissions.map((scope) => (
                  <label key={scope}>
                    <input
                      type="checkbox"
                      checked={scopes.has(scope)}
                      onChange={({ currentTarget }) => set(scope, currentTarget.checked)}
                    />{" "}
                    {scope}
                  </label>
                ))}
                <PortalButton label="Uninstall" action="uninstall" fields={{ appId, serverId }} done="Taken out" />
              </>
            )}
          </fieldset>
        );
      })}
    </Card>
  );
}
