/** What is the matter with a variable of the environment that is needed; an empty one was set by somebody. */
export const unsetLine = (name: string, value: string | undefined): string =>
  `${name} is ${value === undefined ? "not set" : "empty"} in the environment`;
