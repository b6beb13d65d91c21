import { withMethods } from "../http/check-given.js";

/** An option that takes a store. */
export const STORE = /* @__PURE__ */ withMethods("a store, e.g. fileStore()", "get", "put", "delete", "list");
