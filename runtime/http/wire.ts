/** Names of a request, each by itself so that a bundle holds no others. */
export { tokenPrefix, versionHeader } from "../../generated/tables.js";
