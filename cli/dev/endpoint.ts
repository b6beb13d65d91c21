import type { Sandbox } from "../../sandbox/index.js";

/** How often the endpoint is looked at while it is not active, milliseconds. */
const lookMs = 1000;

/**
 * Saves and proves an endpoint, and keeps it up: while the App starts, and whenever failures suspended it, it is tried
 * again. The returned function stops that.
 */
export function keepEndpoint(
  { portal, defaults: { appId } }: Sandbox,
  url: string,
  say: (text: string) => void,
): () => void {
  let told = "";
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const tell = (text: string): void => {
    if (text !== told) say(text);
    told = text;
  };
  const look = async (): Promise<void> => {
    try {
      const now = portal.endpointOf({ appId });
      if (now?.state === "active" && now.url === url) return tell(`the endpoint ${url} is active`);
      if (now?.state === "suspended" && now.url === url) await portal.retestEndpoint({ appId });
      else {
        if (now?.state !== "probing" || now.url !== url) await portal.saveEndpoint({ appId, url });
        await portal.probeEndpoint({ appId });
      }
      tell(`the endpoint ${url} is active`);
    } catch (error) {
      tell(
        `the endpoint ${url} does not answer its probe yet: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      if (!isStopped) timer = setTimeout(() => void look(), lookMs);
    }
  };
  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
