import type { Located } from "../load/files.js";
import { childPointer } from "../load/pointer.js";
import type { ReadContext } from "./context.js";

/** Methods that `fetch` sends no body with. */
export const takesBody = (method: string): boolean => !/^(get|head|trace)$/i.test(method);

/** Warns of a body that most runtimes cannot send. */
export function warnOfBody({ problems }: ReadContext, { origin }: Located, method: string): void {
  problems.warning(
    { file: origin.file, pointer: childPointer(origin.pointer, "requestBody") },
    `${method.toUpperCase()} has a body, which fetch does not send: calls with one work on Node alone`,
    "Describe its fields as parameters of the query, or use another method.",
    true,
  );
}
