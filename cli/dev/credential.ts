import type { Sandbox } from "../../sandbox/index.js";

/**
 * Keeps the App on a credential that is valid: when the portal issues another one, or revokes the one in use while
 * another is valid, the App restarts with it. Where none is left, the way on is reported. The returned function ends it.
 */
export function keepCredential(
  sandbox: Sandbox,
  { say, restart }: { readonly say: (line: string) => void; readonly restart: (why: string) => Promise<void> },
): () => void {
  let used = sandbox.defaults.token;
  return sandbox.log.subscribe(({ kind, detail }) => {
    if (kind !== "portal" || !String(detail["action"]).endsWith("Credential")) return;
    const { token } = sandbox.defaults;
    if (token === used) return;
    used = token;
    if (token === "") say("the credential of the App was revoked: its calls are refused. Issue another in the portal.");
    else void restart("the portal issued another credential");
  });
}
