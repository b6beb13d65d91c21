/** How acts, faults and actions are called from outside this process. Types only: the page is drawn by them too. */

/**
 * What an argument takes. `list`: texts; `command`: a name, or an object that carries one; `object`: of JSON; `any`:
 * whatever JSON can say; a list: one of these texts.
 */
export type ParameterKind = "text" | "number" | "flag" | "list" | "command" | "object" | "any" | readonly string[];

/** How something is called from outside this process. */
export interface CallSpec {
  readonly says: string;
  readonly takes: Readonly<Record<string, ParameterKind>>;
  /** What may follow, as one more argument: an object of values, an object of texts, or a list of texts. */
  readonly rest?: {
    readonly as: "values" | "texts" | "list";
    readonly shown: string;
    /** Field of that one more argument that holds the values. Default: they are the argument. */
    readonly under?: string;
    /** The values that there are, where their names are known beforehand. */
    readonly fields?: Readonly<Record<string, ParameterKind>>;
    /** The one of `fields` without which nothing goes. */
    readonly needed?: string;
  };
}

/** An action as it is called from outside this process: its fields; a name that ends in "?" may be left out. */
export interface ActionSpec {
  readonly says: string;
  readonly fields: Readonly<Record<string, Extract<ParameterKind, "text" | "number" | "flag" | "list">>>;
}
