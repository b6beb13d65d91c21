import type { Sandbox } from "svc-apps/sandbox";

/** The place that this test gives the one route that is not documented. */
export const reactionRoute = "POST /api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}/reacoes";

/** One call that was made. */
export interface Made {
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Calls every operation with an answer of its own through `baseUrl`, in the order in which one makes sense. */
export async function exercise(sandbox: Sandbox, baseUrl: string): Promise<readonly Made[]> {
  const made: Made[] = [];
  const { serverId, appId, token, person, owner, channelId } = sandbox.defaults;
  const server = `/api/servidores/${serverId}`;
  const messages = `${server}/canais/${channelId}/mensagens`;

  async function ask(operation: string, method: string, path: string, body?: object): Promise<Made["body"]> {
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const headers = { authorization: `Bearer ${token}`, "x-svc-api-version": "1", accept: "application/json", ...json };
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: unknown = text === "" ? undefined : JSON.parse(text);
    made.push({ operation, status: response.status, headers: response.headers, body: answer });
    return answer;
  }
  const revision = async (): Promise<unknown> =>
    ((await ask("getServer", "GET", server)) as { readonly revision: unknown }).revision;

  await ask("getMe", "GET", "/api/apps/me");
  await ask("listMembers", "GET", `${server}/membros`);
  const first = (await ask("createMessage", "POST", messages, { content: "hello", clientRef: "once" })) as {
    readonly message: { readonly publicId: string };
  };
  const message = `${messages}/${first.message.publicId}`;
  await ask("toggleReaction", "POST", `${message}/reacoes`, { emoji: "👍" });
  await ask("listMessages", "GET", messages);
  await ask("listMessages", "GET", `${messages}?antesDe=${first.message.publicId}`);
  await ask("editMessage", "PATCH", message, { content: "hello again" });
  await ask("deleteMessage", "DELETE", message);

  const created = (await ask("createChannel", "POST", `${server}/canais`, {
    name: "new",
    type: "text",
    revision: await revision(),
  })) as { readonly channels: readonly { readonly publicId: string }[] };
  const channel = `${server}/canais/${created.channels[1]?.publicId}`;
  const { categoryId } = sandbox.portal.createCategory({ serverId, name: "Rooms" });
  await ask("editChannel", "PATCH", channel, { categoryId, revision: await revision() });
  await ask("editChannel", "PATCH", channel, { name: "old", ageRestricted: true, revision: await revision() });
  await ask("deleteChannel", "DELETE", channel, { revision: await revision() });

  const roles = (await ask("createRole", "POST", `${server}/cargos`, {
    name: "r",
    permissions: [],
    revision: await revision(),
  })) as { readonly roles: readonly { readonly publicId: string }[] };
  const roleId = roles.roles[1]?.publicId;
  await ask("editRole", "PATCH", `${server}/cargos/${roleId}`, { color: "#00f", revision: await revision() });
  const { id: otherApp } = sandbox.portal.createApp({ name: "Other", ownerId: owner.id });
  sandbox.portal.install({ appId: otherApp, serverId });
  for (const [who, path] of [
    ["Member", `membros/${person.id}`],
    ["App", `apps/${otherApp}`],
  ] as const) {
    await ask(`assign${who}Role`, "PUT", `${server}/${path}/cargos/${roleId}`, { revision: await revision() });
    await ask(`remove${who}Role`, "DELETE", `${server}/${path}/cargos/${roleId}`, { revision: await revision() });
  }
  await ask("deleteRole", "DELETE", `${server}/cargos/${roleId}`, { revision: await revision() });
  await ask("deleteRole", "DELETE", `${server}/cargos/${roleId}`, { revision: "old" });

  const mailbox = (await ask("openMailbox", "GET", "/api/apps/eventos?format=json&intents=interactions")) as {
    readonly mailbox: string;
    readonly next: string;
  };
  const options = [
    { type: "string", name: "city", description: "Where", autocomplete: true },
    { type: "integer", name: "days", description: "", minValue: 1, maxValue: 9 },
  ];
  const command = (await ask("createCommand", "POST", "/api/apps/me/comandos", {
    command: { type: "chat", name: "go", description: "Go", options },
  })) as { readonly publicId: string };
  await ask("listCommands", "GET", "/api/apps/me/comandos");
  const interaction = (id: string): string => `/api/interacoes/${id}`;
  const confirm = (id: string, body: object) => ask("confirmInteraction", "POST", `${interaction(id)}/confirmar`, body);
  const gone = person.run("go", { city: "x" });
  await confirm(gone.id, { type: "defer" });
  await ask("answerInteraction", "POST", `${interaction(gone.id)}/resposta`, {
    content: "done",
    components: [{ id: "more" }],
  });
  await ask("followUpInteraction", "POST", `${interaction(gone.id)}/seguimento`, { content: "more", private: true });
  await confirm(person.run("go").id, { type: "reply", content: "4" });
  await confirm(gone.id, { type: "decline" });
  await confirm(person.run("go").id, { type: "decline" });
  await confirm(person.run("go").id, {
    type: "modal",
    modal: { id: "f", title: "t", fields: [{ type: "text", id: "a", label: "A" }] },
  });
  await confirm(person.type("go", "city", "l").id, { type: "suggest", choices: [{ name: "Lisbon", value: "lisbon" }] });
  await ask("readMailbox", "GET", `/api/apps/eventos?format=json&mailbox=${mailbox.mailbox}&since=${mailbox.next}`);
  await ask("closeMailbox", "DELETE", `/api/apps/eventos?mailbox=${mailbox.mailbox}`);
  await ask("readMailbox", "GET", `/api/apps/eventos?format=json&mailbox=${mailbox.mailbox}&since=${mailbox.next}`);
  await ask("editCommand", "PATCH", `/api/apps/me/comandos/${command.publicId}`, {
    command: { type: "chat", name: "go", description: "Leave" },
  });
  await ask("deleteCommand", "DELETE", `/api/apps/me/comandos/${command.publicId}`);
  await ask("listSigningKeys", "GET", "/api/chaves-de-assinatura");
  sandbox.portal.revokeByPlatform({ appId });
  await ask("getMe", "GET", "/api/apps/me");
  return made;
}
