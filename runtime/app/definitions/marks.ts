import { digest } from "../../base/digest.js";

/**
 * Marks on the ids of components and forms, which tell the conversation that sent them: eleven characters after a tilde.
 * The last four are made of all that stands before them, so that an id written by hand is not taken for one
 * with a mark.
 */
const SEPARATOR = "~";
const OWNER_LENGTH = 7;
const MARKED = /^(.+)~([\w-]{7})([\w-]{4})$/s;

/** The owner of what a handler sends, by the interaction that began its conversation: the same in every process. */
export const ownerOf = (rootId: string): string => digest(rootId).slice(0, OWNER_LENGTH);

/** The same, worked out when it is first needed: most handlers send nothing that comes back. */
export class Owner {
  readonly #rootId: string;
  #id: string | undefined;

  constructor(rootId: string) {
    this.#rootId = rootId;
  }

  get id(): string {
    return (this.#id ??= ownerOf(this.#rootId));
  }
}

const proofOf = (id: string, owner: string): string => digest(`${id}${SEPARATOR}${owner}`).slice(0, 4);

export const withMark = (id: string, owner: string): string => `${id}${SEPARATOR}${owner}${proofOf(id, owner)}`;

/** An id without its mark, and whose it is where it has one. */
export function unmarked(id: string): { readonly id: string; readonly owner?: string } {
  const [, own = "", owner = "", proof] = MARKED.exec(id) ?? [];
  return proof !== undefined && proofOf(own, owner) === proof ? { id: own, owner } : { id };
}
