import type { Shapes } from "./kinds.js";

/** Objects that OpenAPI and AsyncAPI documents have in common. */
export const SHARED = {
  Contact: { called: "contact", fields: { name: "text", url: "text", email: "text" } },
  Decoder: { called: "decoder", fields: { of: { list: "text" }, unknown: "name" } },
  Discriminator: {
    called: "discriminator",
    fields: { propertyName: "property", mapping: { map: "text" }, defaultMapping: "text" },
    required: ["propertyName"],
  },
  ExternalDocs: {
    called: "pointer to documentation",
    fields: { description: "text", url: "text" },
    required: ["url"],
  },
} as const satisfies Shapes<"Contact" | "Decoder" | "Discriminator" | "ExternalDocs">;
