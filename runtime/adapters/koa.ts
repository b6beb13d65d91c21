import { parsedBodyMessage } from "../delivery/adapters/advice.js";
import { field, answerRequest, type DeliverySource, targetOf } from "../delivery/adapters/target.js";
import { closing, fromNodeRequest, type NodeRequest, type NodeResponse } from "../delivery/adapters/node.js";

/** The used part of a Koa context; body parsers leave `body` on its `request`, and some `rawBody`. */
export interface KoaContext {
  readonly req: NodeRequest;
  readonly res: Pick<NodeResponse, "on">;
  readonly request: object;
  status: number;
  body: unknown;
  set(headers: Record<string, string>): void;
}

/**
 * Signed deliveries for Koa: `router.post("/interactions", toHandler(app))`. It stands before any body parser, or finds
 * the bytes kept as `rawBody`, as koa-bodyparser does.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export function toHandler(source: DeliverySource): (context: KoaContext) => Promise<void> {
  const [target, message] = [targetOf(source), parsedBodyMessage("koa")];
  return async (context) => {
    const read = () => fromNodeRequest(field(context, "req") ?? context, message, field(context, "request"));
    const { status, headers, body, close } = await answerRequest(target, read);
    if (typeof field(context, "set") !== "function") return; // no context of Koa's, as was reported
    Object.assign(context, { status, body: status === 204 ? null : body });
    context.set(close ? { ...headers, ...closing(context.res) } : { ...headers });
  };
}
