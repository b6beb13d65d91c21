/**
 * Servers and credentials of Bot App Platform, as data.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type { Service } from "../runtime/abi/index.js";

/** What a client has to know of the service as a whole. */
export const service = {
  title: "Bot App Platform",
  version: "1",
  servers: [
    {
      url: "https://platform.example",
      description: "Stands for the address of the service, which every client takes as an option.",
    },
  ],
  securitySchemes: { credential: { type: "http", scheme: "bearer" } },
  security: [{ credential: [] }],
} as const satisfies Service;
