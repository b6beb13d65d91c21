import { type Client, type ClientOptions, createClient, fetchTransport, type HttpDiagnostic } from "svc-apps";
import {
  type Caller,
  type CallOptions,
  createCaller,
  createFetchClient,
  type FetchClientOptions,
  type Operation,
  type Transport,
} from "svc-apps/rest";
import { createRawClient } from "svc-apps/raw";
import { nodeTransport } from "svc-apps/node";
import { service } from "../../../generated/service.js";
import { canaryToken } from "../../support/test-client.js";
import type { VirtualClock } from "../../support/virtual-clock.js";
import { memoryAgent, memoryFetch } from "./peer.js";
import { BASE_URL, type Script } from "./script.js";
import { diagnosticLine, errorLine, resultLine } from "./words.js";

/** The options that every way has. */
export type SharedOptions = Partial<
  Pick<FetchClientOptions, "timeoutMs" | "deadlineMs" | "retry" | "maxBodyBytes" | "apiVersion" | "middleware">
>;

/** What a scenario sets for its clients: for all ways, or for those over `createClient()` only. */
export interface Setup {
  readonly shared?: SharedOptions;
  readonly client?: Partial<ClientOptions>;
}

/** A client of one kind: makes calls, says in a line how each ended, and notes its diagnostics. */
export interface Way {
  call(operation: Operation, params: object, options?: CallOptions): Promise<string>;
  readonly diagnostics: readonly string[];
}

type Make = (script: Script, clock: VirtualClock, setup: Setup) => Way;

const verdict = async (result: Promise<unknown>): Promise<string> => result.then(resultLine, errorLine);

const base = (clock: VirtualClock) => {
  let refs = 0;
  return {
    baseUrl: BASE_URL,
    token: canaryToken,
    clock,
    random: () => 0.5,
    createClientRef: () => `ref-${(refs += 1)}`,
  };
};

function clientOver(transport: Transport, clock: VirtualClock, { shared, client }: Setup) {
  const diagnostics: string[] = [];
  const onDiagnostic = (diagnostic: HttpDiagnostic) => void diagnostics.push(diagnosticLine(diagnostic));
  const made = createClient({
    ...base(clock),
    transport,
    userAgent: "transcripts",
    onDiagnostic,
    ...shared,
    ...client,
  });
  return { client: made, diagnostics };
}

const over = (caller: Caller, diagnostics: readonly string[] = []): Way => ({
  call: async (operation, params, options) => verdict(caller.call(operation, params, options)),
  diagnostics,
});

/** Everything that can make a call of the description. */
export const ways: Readonly<Record<string, Make>> = {
  "client over node:http"(script, clock, setup) {
    const { client, diagnostics } = clientOver(nodeTransport({ agent: memoryAgent(script), clock }), clock, setup);
    return over(client, diagnostics);
  },
  "client over fetch"(script, clock, setup) {
    const { client, diagnostics } = clientOver(fetchTransport({ fetch: memoryFetch(script), clock }), clock, setup);
    return over(client, diagnostics);
  },
  "fetch client"(script, clock, { shared }) {
    return over(createFetchClient({ ...base(clock), fetch: memoryFetch(script), ...shared }));
  },
  caller(script, clock, { shared }) {
    const { apiVersion: _fixed, ...options } = shared ?? {};
    const { baseUrl, token: auth, random } = base(clock);
    return over(createCaller({ service, baseUrl, auth, random, clock, fetch: memoryFetch(script), ...options }));
  },
  raw(script, clock, setup) {
    const { client, diagnostics } = clientOver(fetchTransport({ fetch: memoryFetch(script), clock }), clock, setup);
    return {
      call: async (operation, params, options) => rawCall(client, operation, params, options).catch(errorLine),
      diagnostics,
    };
  },
};

/** The same call in the words of the wire, as somebody would write it for openapi-fetch. */
async function rawCall(
  client: Client,
  operation: Operation,
  params: object,
  { signal }: CallOptions = {},
): Promise<string> {
  const left = new Map<string, unknown>(Object.entries(params));
  const taken = (names: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(names).flatMap(([wire, name]) => {
        const value = left.get(name);
        left.delete(name);
        return value === undefined ? [] : [[wire, value]];
      }),
    );
  const path = taken(operation.pathParams);
  const query = { ...operation.queryConst, ...taken(operation.queryParams) };
  const body = operation.body && left.size > 0 ? Object.fromEntries(left) : undefined;
  const raw = createRawClient<Record<string, Record<string, object>>>(client);
  const method = operation.method.toLowerCase();
  const asked = raw.request(
    method as never, // the types know the paths of one description; this takes any
    operation.path as never,
    { params: { path, query }, ...(body && { body }), ...(signal && { signal }) } as never,
  );
  // The same reason.
  const { data, error, response } = (await asked) as { data?: unknown; error?: unknown; response: Response };
  return error === undefined ? resultLine(data) : `returned ${response.status} as an error`;
}
