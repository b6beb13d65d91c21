import { opened } from "../sandbox/assumptions-support.js";
import { call, send, type VirtualSandbox } from "../sandbox/support.js";

const modal = { id: "f", title: "t", fields: [{ type: "text", id: "a", label: "A" }] };

type Opened = { readonly mailbox: string; readonly next: string };

const openMailbox = async (sandbox: VirtualSandbox): Promise<Opened> =>
  (await call(sandbox, "openMailbox", { intents: "messages,interactions" })).body as Opened;

const read = (sandbox: VirtualSandbox, { mailbox, next }: Opened) =>
  call(sandbox, "readMailbox", { mailboxId: mailbox, since: next });

/** An interaction that the App received: what is learnt of it begins with its event. */
async function received(sandbox: VirtualSandbox, trigger: "run" | "type" = "run"): Promise<string> {
  const mailbox = await openMailbox(sandbox);
  const { id } = await opened(sandbox, trigger);
  await read(sandbox, mailbox);
  await call(sandbox, "closeMailbox", { mailboxId: mailbox.mailbox });
  return id;
}

const confirm = (sandbox: VirtualSandbox, interactionId: string, body: object) =>
  call(sandbox, "confirmInteraction", { interactionId, ...body });

/** Traffic of an App that decides a switch, where what the sandbox's own tests do is not enough for it. */
export const scenarios: Readonly<Record<string, (sandbox: VirtualSandbox) => Promise<unknown>>> = {
  reactionRoute: async (sandbox) => {
    const { person, channelId, serverId } = sandbox.defaults;
    const path = `/api/reagir/${serverId}/${channelId}/${person.post(channelId, "x").id}`;
    return send(sandbox, "PUT", path, '{"emoji":"👍"}');
  },
  commandArguments: (sandbox) => received(sandbox),
  expiredConfirmCode: async (sandbox) => {
    const id = await received(sandbox);
    await sandbox.clock.advance(4_000);
    return confirm(sandbox, id, { type: "defer" });
  },
  followUpAfterDecline: async (sandbox) => {
    const id = await received(sandbox);
    await confirm(sandbox, id, { type: "decline" });
    return call(sandbox, "followUpInteraction", { interactionId: id, content: "y" });
  },
  autocompleteConfirmations: async (sandbox) => confirm(sandbox, await received(sandbox, "type"), { type: "defer" }),
  followUpWindowStart: async (sandbox) => {
    const id = await received(sandbox);
    await sandbox.clock.advance(2_000);
    await confirm(sandbox, id, { type: "defer" });
    await sandbox.clock.advance(30_000);
    await call(sandbox, "answerInteraction", { interactionId: id, content: "x" });
    for (const ms of [569_000, 2_000, 30_000]) {
      await sandbox.clock.advance(ms);
      await call(sandbox, "followUpInteraction", { interactionId: id, content: "y" });
    }
  },
  mailboxRead: async (sandbox) => {
    const mailbox = await openMailbox(sandbox);
    const reading = read(sandbox, mailbox);
    await sandbox.clock.advance(30_000);
    return reading;
  },
  mailboxReread: async (sandbox) => {
    const mailbox = await openMailbox(sandbox);
    sandbox.defaults.person.post(sandbox.defaults.channelId, "x");
    for (let time = 0; time < 2; time++) await read(sandbox, mailbox);
  },
  mailboxExpiryClock: async (sandbox) => {
    const mailbox = await openMailbox(sandbox);
    await opened(sandbox);
    await read(sandbox, mailbox);
    await sandbox.clock.advance(1_500);
    return read(sandbox, mailbox);
  },
  formSubmissions: async (sandbox) => {
    const id = await received(sandbox);
    await confirm(sandbox, id, { type: "modal", modal });
    const mailbox = await openMailbox(sandbox);
    for (let time = 0; time < 2; time++) sandbox.defaults.person.submit(id, { a: "x" });
    return read(sandbox, mailbox);
  },
};
