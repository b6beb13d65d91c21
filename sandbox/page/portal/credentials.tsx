import { useEffect, useRef, useState } from "preact/hooks";
import type { PageState } from "../../control/page/types.js";
import { portal } from "../api.js";
import { Button, Copy } from "../parts/button.js";
import { PortalButton } from "../parts/controls.js";
import { Card, Chip } from "../parts/show.js";
import { attempt } from "../store.js";

/** The two slots of an App. A credential is shown once, when it is issued. */
export function Credentials({ state, appId }: { readonly state: PageState; readonly appId: string }) {
  const [issued, setIssued] = useState<string | undefined>(undefined);
  const live = state.credentials.filter((one) => one.appId === appId && one.isLive);
  const issue = (what: string): void =>
    void attempt(async () => setIssued((await portal<{ readonly token: string }>(what, { appId })).token));
  return (
    <Card
      id="credentials"
      title="Credentials"
      says="An App has up to two, so that one can be replaced while the other works: issue, restart with it, revoke."
    >
      <ul class="list">
        {[1, 2].map((slot) => {
          const isTaken = live.some((one) => one.slot === slot);
          return (
            <li key={slot}>
              <span>Slot {slot}: </span>
              <Chip tone={isTaken ? "good" : "plain"}>{isTaken ? "taken" : "free"}</Chip>
              {isTaken && (
                <PortalButton
                  label={`Revoke slot ${slot}`}
                  action="revokeCredential"
                  fields={{ appId, slot }}
                  done={`Slot ${slot} is revoked`}
                  weight="danger"
                />
              )}
            </li>
          );
        })}
      </ul>
      <p class="actions">
        <Button weight="primary" disabled={live.length >= 2} onClick={() => issue("issueCredential")}>
          Issue
        </Button>
        {live.length >= 2 && <span class="soft">Both slots are taken: revoke one first.</span>}
      </p>
      <p class="actions apart">
        <Button weight="danger" onClick={() => issue("swapCredential")}>
          Swap: revoke all and issue one
        </Button>
        <PortalButton
          label="Revoke as the platform"
          action="revokeByPlatform"
          fields={{ appId }}
          done="The platform revoked them"
          weight="danger"
          disabled={live.length === 0}
        />
      </p>
      {issued !== undefined && <Issued token={issued} onClose={() => setIssued(undefined)} />}
    </Card>
  );
}

function Issued({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="issued-title">
      <h2 id="issued-title">The new credential</h2>
      <p>It is shown this once. Put it into the environment of your App.</p>
      <p>
        <code class="token">{token}</code>
      </p>
      <p class="actions">
        <Copy text={() => token} label="Copy" />
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </p>
    </dialog>
  );
}
