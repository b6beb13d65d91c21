import { useEffect, useRef, useState } from "preact/hooks";
import type { PageState } from "../../control/page/types.js";
import { portal } from "../api.js";
import { Card, PortalButton } from "../parts/controls.js";
import { attempt } from "../store.js";

/** The two slots of an App. A credential is shown once, when it is issued. */
export function Credentials({ state, appId }: { readonly state: PageState; readonly appId: string }) {
  const [issued, setIssued] = useState<string | undefined>(undefined);
  const live = state.credentials.filter((one) => one.appId === appId && one.isLive);
  const issue = (what: string): void =>
    void attempt(async () => setIssued((await portal<{ readonly token: string }>(what, { appId })).token));
  return (
    <Card id="credentials" title="Credentials">
      <ul>
        {[1, 2].map((slot) => {
          const isTaken = live.some((one) => one.slot === slot);
          return (
            <li key={slot}>
              Slot {slot}: {isTaken ? "taken" : "free"}{" "}
              {isTaken && (
                <PortalButton
                  label={`Revoke slot ${slot}`}
                  action="revokeCredential"
                  fields={{ appId, slot }}
                  done={`Slot ${slot} is revoked`}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p class="actions">
        <button type="button" disabled={live.length >= 2} onClick={() => issue("issueCredential")}>
          Issue
        </button>
        <button type="button" onClick={() => issue("swapCredential")}>
          Swap: revoke all and issue one
        </button>
        <PortalButton
          label="Revoke as the platform"
          action="revokeByPlatform"
          fields={{ appId }}
          done="The platform revoked them"
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
      <p>It is shown this once.</p>
      <p>
        <code class="token">{token}</code>
      </p>
      <p class="actions">
        <button type="button" onClick={() => void attempt(async () => navigator.clipboard.writeText(token), "Copied")}>
          Copy
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}
