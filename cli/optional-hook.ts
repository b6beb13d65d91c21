import type { InitializeHook, ResolveHook } from "node:module";

/** What the command line hands to this module, which Node runs in a thread of its own. */
interface Lent {
  /** Packages to resolve from the project. */
  readonly names: readonly string[];
  /** Address of a file in the project. */
  readonly project: string;
}

let lent: Lent = { names: [], project: "" };

export const initialize: InitializeHook<Lent> = (data) => {
  lent = data;
};

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "";
  return nextResolve(specifier, lent.names.includes(name) ? { ...context, parentURL: lent.project } : context);
};
