import type { Shapes } from "./kinds.js";

/** Objects of an OpenAPI document that say how calls are authorized. */
export const SECURITY = {
  SecurityScheme: {
    called: "security scheme",
    fields: {
      type: { words: ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"] },
      description: "text",
      name: "text",
      in: { words: ["query", "header", "cookie"] },
      scheme: "text",
      bearerFormat: "text",
      flows: "Flows",
      openIdConnectUrl: "text",
      oauth2MetadataUrl: "text",
      deprecated: "flag",
    },
    required: ["type"],
    when: {
      field: "type",
      needs: { apiKey: ["name", "in"], http: ["scheme"], oauth2: ["flows"], openIdConnect: ["openIdConnectUrl"] },
    },
  },
  Flows: {
    called: "set of flows",
    fields: {
      implicit: "Flow",
      password: "Flow",
      clientCredentials: "Flow",
      authorizationCode: "Flow",
      deviceAuthorization: "Flow",
    },
  },
  Flow: {
    called: "flow",
    fields: {
      authorizationUrl: "text",
      deviceAuthorizationUrl: "text",
      tokenUrl: "text",
      refreshUrl: "text",
      scopes: { map: "text" },
    },
    required: ["scopes"],
  },
} as const satisfies Shapes<"SecurityScheme" | "Flows" | "Flow">;
