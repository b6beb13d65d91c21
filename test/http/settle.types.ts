/** What the compiler must know about calls and their failures. Nothing here runs. */
import {
  type Client,
  createMessage,
  deleteChannel,
  type DeleteChannelParams,
  type ErrorBodyStaleRevision,
  isRefusal,
  type Message,
  type Revision,
  settle,
  withRevision,
} from "svc-apps";

declare const client: Client;
declare const params: DeleteChannelParams;
declare const thrown: unknown;

/** Fails to compile unless both types are the same. */
const same = <A, B>(..._proof: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]) =>
  undefined;

export async function settled(): Promise<void> {
  const result = await settle(deleteChannel(client, params));
  if (result.ok) {
    same<typeof result.value.revision, Revision>();
    // @ts-expect-error -- a success has no error
    void result.error;
    return;
  }
  const { error } = result;
  // @ts-expect-error -- the value is there only on success
  void result.value;
  if (error.code === "STALE_REVISION") same<typeof error.currentRevision, Revision | undefined>();
  // ERR-10 GEN-09: codes that are not documented for the operation stay comparable.
  if (error.code === "SOMETHING_NEW") same<typeof error.kind, "refusal">();
  // @ts-expect-error -- before its code is looked at, an error has no revision to show
  void error.currentRevision;
  if (error.kind === "no-answer") same<typeof error.code, undefined>();
  if (error.kind === "http") same<typeof error.code, undefined>();
  // @ts-expect-error -- a wrong argument is thrown, it is not a result
  if (error.kind === "argument") return;
}

export async function awaited(): Promise<Message> {
  const { message, moderationWarning } = await createMessage(client, { ...params, content: "hello" });
  // MSG-15: what moderation says is open.
  same<typeof moderationWarning, unknown>();
  return message;
}

// ERR-02: the extras of a known code are typed, those of others are not made up.
if (isRefusal(thrown, "STALE_REVISION")) same<typeof thrown.currentRevision, Revision | undefined>();
if (isRefusal(thrown, "ENDPOINT_UNREACHABLE")) void thrown.extras.probe.latencyMs;
if (isRefusal(thrown, "SOMETHING_NEW")) same<typeof thrown.extras, Readonly<Record<string, unknown>> | undefined>();
same<ErrorBodyStaleRevision["code"], "STALE_REVISION">();

export async function settledOthers(): Promise<void> {
  const answered = await settle(createMessage(client, { ...params, content: "hello" }).withResponse());
  if (answered.ok) same<typeof answered.value.data.message, Message>();
  const decided = await settle(withRevision(client, params, async ({ revision }) => revision));
  if (decided.ok) same<typeof decided.value, Revision>();
  else void decided.error.code;
}
