/**
 * Signed deliveries behind every framework: each function takes an App, or a handler of `createDeliveryHandler`, and gives
 * what the framework mounts. None imports its framework, and those that a program does not use leave its bundle.
 */
export type { FunctionEvent, FunctionResult } from "../delivery/adapters/function-event.js";
export type { NodeListener } from "../delivery/adapters/node.js";
export type { RequestLike as AzureRequest } from "../delivery/adapters/web.js";
export { type AzureResponse, toAzureHandler, toLambdaHandler, toNetlifyEventHandler } from "./functions.js";
export {
  type FastifyLike,
  type KoaContext,
  toCloudFunctionsHandler,
  toExpressHandler,
  toFastifyPlugin,
  toH3Handler,
  toKoaHandler,
  toNestHandler,
  toNextPagesHandler,
  toNodeHandler,
  toVercelNodeHandler,
} from "./node.js";
export {
  type ActionArguments,
  type AstroContext,
  type HonoContext,
  type SvelteKitEvent,
  toAstroHandler,
  toBunHandler,
  toCloudflareHandler,
  toDenoHandler,
  toHonoHandler,
  toNetlifyHandler,
  toNextHandler,
  toReactRouterHandler,
  toSvelteKitHandler,
  toVercelHandler,
  toWebHandler,
  type WebHandler,
  type WorkerHandler,
} from "./web.js";
