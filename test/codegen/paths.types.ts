import type { components, paths } from "../../generated/paths.js";
import type * as T from "svc-apps/types";

/** What a path answers with, as openapi-typescript reads the description. */
type Answer<Operation> = Operation extends { responses: { "2XX": { content: { "application/json": infer Body } } } }
  ? Body
  : Operation extends { responses: { 201: { content: { "application/json": infer Body } } } }
    ? Body
    : never;

type Schemas = components["schemas"];
/** Compiles exactly when every `Ours` is a `Theirs`: two readings of one description that nobody wrote twice. */
type Agrees<Ours extends Theirs, Theirs> = Ours;

export type Answers = [
  Agrees<T.GetMeResult, Answer<paths["/api/apps/me"]["get"]>>,
  Agrees<T.GetServerResult, Answer<paths["/api/servidores/{servidor}"]["get"]>>,
  Agrees<T.ListMembersResult, Answer<paths["/api/servidores/{servidor}/membros"]["get"]>>,
  Agrees<T.CreateMessageResult, Answer<paths["/api/servidores/{servidor}/canais/{canal}/mensagens"]["post"]>>,
  Agrees<T.ConfirmInteractionResult, Answer<paths["/api/interacoes/{interacao}/confirmar"]["post"]>>,
  Agrees<T.ListSigningKeysResult, Answer<paths["/api/chaves-de-assinatura"]["get"]>>,
];

export type Shapes = [
  Agrees<T.Message, Schemas["Message"]>,
  Agrees<T.Channel, Schemas["Channel"]>,
  Agrees<T.Command, Schemas["Command"]>,
  Agrees<T.Interaction, Schemas["Interaction"]>,
  Agrees<T.MessageCreateEvent, Schemas["MessageCreateEvent"]>,
  Agrees<T.KnownErrorCode, Schemas["ErrorCode"]>,
];

// An open list stays open in the types of paths too.
export const code: Schemas["ErrorCode"] = "SOMETHING_NEW";
// @ts-expect-error but only to text
export const wrong: Schemas["ErrorCode"] = 5;
// @ts-expect-error the version header is the transport's own business
export type Version = paths["/api/apps/me"]["parameters"]["header"]["x-svc-api-version"];
