import { brand } from "../../generated/tables.js";

/** First part of every credential. */
export const { tokenPrefix, versionHeader } = brand;
