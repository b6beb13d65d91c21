import { useState } from "preact/hooks";
import type { PageState } from "../../control/page/types.js";
import { portal } from "../api.js";
import { Card, PortalButton, States } from "../parts/controls.js";
import { attempt } from "../store.js";
import { Credentials } from "./credentials.js";

type App = PageState["apps"][number];

/** An App: what it is, its credentials, its endpoint, where it is installed, and sanctions. */
export function AppCard({ state, app }: { readonly state: PageState; readonly app: App }) {
  const { id: appId, name, open, sanction } = app;
  const owner = state.people.find(({ id }) => id === app.ownerId);
  const isOwnerSanctioned = owner?.sanction !== undefined;
  return (
    <>
      <Card id="app" title={name}>
        <p>
          Application ID <code>{appId}</code>, owned by {owner?.name ?? "nobody"}.{" "}
          {sanction === undefined ? "" : sanction.untilMs === undefined ? "Banned. " : "Suspended. "}
          {open ? "Open for installation by anybody." : "Private: only its owner can install it."}
        </p>
        <p class="actions">
          <PortalButton
            label={open ? "Close for installation" : "Open for installation"}
            action="setOpen"
            fields={{ appId, open: !open }}
            done={open ? "Closed" : "Opened"}
          />
          {sanction === undefined ? (
            <>
              <PortalButton
                label="Suspend for a minute"
                action="suspendApp"
                fields={{ appId, termMs: 60_000 }}
                done="Suspended for a minute"
              />
              <PortalButton label="Ban" action="banApp" fields={{ appId }} done="Banned" />
            </>
          ) : (
            <PortalButton
              label="Lift the sanction"
              action="releaseApp"
              fields={{ appId }}
              done="The sanction is lifted"
            />
          )}
          <PortalButton
            label={isOwnerSanctioned ? "Lift the owner's sanction" : "Ban the owner"}
            action={isOwnerSanctioned ? "releasePerson" : "sanctionPerson"}
            fields={{ personId: app.ownerId }}
            done={isOwnerSanctioned ? "The owner's sanction is lifted" : "The owner is banned"}
          />
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
