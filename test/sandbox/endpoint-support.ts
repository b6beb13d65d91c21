import type { EndpointAnswer, EndpointRequest } from "svc-apps/sandbox";
import { call, start, type VirtualSandbox } from "./support.js";

/** An App's endpoint in this process. */
export interface Endpoint {
  readonly sandbox: VirtualSandbox;
  readonly requests: EndpointRequest[];
  /** What the endpoint does with an interaction; probes it answers by itself. */
  answer: (request: EndpointRequest) => Promise<EndpointAnswer> | EndpointAnswer;
}

/** A 200 with a JSON body. */
export const ok = (body: unknown): EndpointAnswer => ({ status: 200, body: JSON.stringify(body) });

/** A sandbox with a command and an endpoint in this process, saved but not proven. */
export async function withEndpoint(options: Parameters<typeof start>[0] = {}): Promise<Endpoint> {
  const sandbox = await start(options);
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
  const endpoint: Endpoint = { sandbox, requests: [], answer: () => ok({ type: "reply", content: "4" }) };
  const inProcess = async (request: EndpointRequest): Promise<EndpointAnswer> => {
    endpoint.requests.push(request);
    const body = JSON.parse(request.body) as { readonly type: string; readonly challenge?: string };
    return body.type === "probe" ? ok({ challenge: body.challenge }) : endpoint.answer(request);
  };
  await sandbox.portal.saveEndpoint({ appId: sandbox.defaults.appId, url: "https://app.example/svc", inProcess });
  return endpoint;
}

/** The same, proven: interactions go there. */
export async function active(options: Parameters<typeof start>[0] = {}): Promise<Endpoint> {
  const endpoint = await withEndpoint(options);
  await endpoint.sandbox.portal.probeEndpoint({ appId: endpoint.sandbox.defaults.appId });
  endpoint.requests.length = 0;
  return endpoint;
}

export const stateOf = ({ sandbox }: Endpoint) => sandbox.portal.endpointOf({ appId: sandbox.defaults.appId })?.state;

export const keysOf = async (sandbox: VirtualSandbox) =>
  (
    (await call(sandbox, "listSigningKeys")).body as {
      readonly keys: readonly { readonly key_id: string; readonly key: string }[];
    }
  ).keys;

/** Runs the command and waits until the delivery is over. */
export async function roll({ sandbox }: Endpoint) {
  const interaction = sandbox.defaults.person.run("roll");
  await sandbox.clock.settle();
  return interaction;
}
