/** Names on the wire that carry the brand. */
export const tokenPrefix = "svc_app";
export const versionHeader = "x-svc-api-version";
export const defaultApiVersion = "1";
