import { withMethods } from "../base/options.js";
import { hasMethods } from "../base/values.js";
import type { KeyValue } from "./contract.js";

/** An option that takes a store. */
export const store = () => withMethods<KeyValue>("a store, e.g. fileStore()", "get", "put", "delete", "list");

/** Whether it is a store. Not asked by `in`: the stub of a remote object does not say what it has. */
export const isStore = (value: object): value is KeyValue => hasMethods(value, "put");
