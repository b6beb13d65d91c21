import type { PageState } from "../../control/page/types.js";
import { portal } from "../api.js";
import { Copy } from "../parts/button.js";
import { PortalButton } from "../parts/controls.js";
import { Avatar, Card, Chip } from "../parts/show.js";
import { attempt, useNow } from "../store.js";
import { Credentials } from "./credentials.js";
import { Endpoint } from "./endpoint.js";

type App = PageState["apps"][number];

type Action = readonly [label: string, action: string, fields: object, done: string];

/** A sanction unless its term is over. */
const holding = (sanction: App["sanction"], nowMs: number): App["sanction"] =>
  nowMs < (sanction?.untilMs ?? Number.POSITIVE_INFINITY) ? sanction : undefined;

/** An App: what it is, its credentials, its endpoint, where it is installed, and sanctions. */
export function AppCards({ state, app }: { readonly state: PageState; readonly app: App }) {
  return (
    <>
      <AppCard state={state} app={app} />
      <Credentials state={state} appId={app.id} />
      <Endpoint state={state} app={app} />
      <Installations state={state} appId={app.id} />
    </>
  );
}

function AppCard({ state, app }: { readonly state: PageState; readonly app: App }) {
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
  const all: readonly Action[] = [
    ...sanctions,
    ownerSanction !== undefined
      ? ["Lift the owner's sanction", "releasePerson", { personId: app.ownerId }, "The owner's sanction is lifted"]
      : ["Ban the owner", "sanctionPerson", { personId: app.ownerId }, "The owner is banned"],
  ];
  const opening = open
    ? { label: "Close for installation", fields: { appId, open: false }, done: "Closed" }
    : { label: "Open for installation", fields: { appId, open: true }, done: "Opened" };
  return (
    <Card id="app" title={name}>
      <p class="who">
        <Avatar id={appId} name={name} isApp />
        <span>
          Owned by {owner?.name ?? "an unknown account"}.{" "}
          {open ? "Open for installation by anybody." : "Private: only its owner can install it."}
        </span>
      </p>
      <p class="facts">
        <span>Application ID</span> <code>{appId}</code>
        <Copy text={() => appId} label="Copy id" />
      </p>
      {sanction !== undefined && (
        <p>
          <Chip tone="bad">{sanction.untilMs === undefined ? "Banned" : "Suspended"}</Chip>
        </p>
      )}
      <p class="actions">
        <PortalButton action="setOpen" {...opening} />
      </p>
      <p class="actions apart">
        {all.map(([label, action, fields, done]) => (
          <PortalButton
            key={action}
            label={label}
            action={action}
            fields={fields}
            done={done}
            {...(action.startsWith("release") ? {} : { weight: "danger" as const })}
          />
        ))}
      </p>
    </Card>
  );
}

function Installations({ state, appId }: { readonly state: PageState; readonly appId: string }) {
  return (
    <Card
      id="installs"
      title="Installations and scopes"
      says="What an App may do in a server: its scopes here, and its roles there."
    >
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
                weight="primary"
              />
            ) : (
              <>
                {state.permissions.map((scope) => (
                  <label key={scope} class="check">
                    <input
                      type="checkbox"
                      checked={scopes.has(scope)}
                      onChange={({ currentTarget }) => set(scope, currentTarget.checked)}
                    />{" "}
                    <code>{scope}</code>
                  </label>
                ))}
                <p class="actions apart">
                  <PortalButton
                    label="Uninstall"
                    action="uninstall"
                    fields={{ appId, serverId }}
                    done="Uninstalled"
                    weight="danger"
                  />
                </p>
              </>
            )}
          </fieldset>
        );
      })}
    </Card>
  );
}
