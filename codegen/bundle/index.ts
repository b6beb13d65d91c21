import type { Loaded } from "../model/build.js";
import { liftAsyncApi } from "./asyncapi.js";
import { gather, type Json } from "./gather.js";
import { liftOpenApi } from "./openapi.js";

export type { Json } from "./gather.js";

/** Documents by kind; absent where a description has none. */
export interface Documents {
  readonly openapi?: Json;
  readonly asyncapi?: Json;
}

/** References by which an AsyncAPI document names its own channels and messages, and has to. */
const OWN_PARTS = /^#\/(?:channels|operations|components\/(?!schemas\/))/;

/** Both documents in one piece each, marks and examples included. */
function gatherAll({ sources, model }: Loaded): Documents {
  const { context, openapi, asyncapi } = sources;
  return {
    ...(openapi === undefined ? {} : { openapi: gather({ context, document: openapi }, model.schemas) }),
    ...(asyncapi === undefined
      ? {}
      : { asyncapi: gather({ context, document: asyncapi, kept: OWN_PARTS }, model.schemas) }),
  };
}

/** Both documents for hosts of pages: what marks say is said by descriptions and by standard keywords. */
export function bundleAll(loaded: Loaded): Documents {
  const { openapi, asyncapi } = gatherAll(loaded);
  return {
    ...(openapi === undefined ? {} : { openapi: liftOpenApi(openapi) }),
    ...(asyncapi === undefined ? {} : { asyncapi: liftAsyncApi(asyncapi) }),
  };
}
