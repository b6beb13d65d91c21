import type { Operation } from "./operation.js";

/** The operation that asks for one of the media types that its answer can have; as it is where none is chosen. */
export function accepting(operation: Operation, { accept }: { readonly accept?: string | undefined } = {}): Operation {
  if (accept === undefined || accept === (operation.accept ?? "application/json")) return operation;
  const { answer: _answer, ...rest } = operation;
  return { ...rest, accept, guarded: false };
}
