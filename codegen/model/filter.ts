/** Operations by what they carry. An empty list says nothing. `*` stands for any characters. */
export interface Filter {
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly operations: readonly string[];
}

/** Which operations are generated. */
export interface Selection {
  readonly include?: Filter;
  readonly exclude?: Filter;
}

/** What a filter looks at. */
export interface Candidate {
  readonly tags: readonly string[];
  readonly path: string;
  readonly id: string;
}

/** Whether an operation is to be generated: it fits what is included, if anything is, and nothing that is excluded. */
export function isSelected(candidate: Candidate, { include, exclude }: Selection): boolean {
  if (exclude !== undefined && fitsOne(candidate, exclude)) return false;
  if (include === undefined || !says(include)) return true;
  return fitsOne(candidate, include);
}

/** True where a selection leaves anything out at all. */
export function isNarrowed({ include, exclude }: Selection): boolean {
  return [include, exclude].some((filter) => filter !== undefined && says(filter));
}

/** A pattern of a selection that fits no operation: a slip, most probably. */
export interface Unmet {
  readonly what: string;
  readonly pattern: string;
  /** What it could have named. */
  readonly there: readonly string[];
}

/** What a selection names that none of the operations has. */
export function unmet(candidates: readonly Candidate[], { include, exclude }: Selection): readonly Unmet[] {
  const tags = candidates.flatMap((one) => one.tags);
  const paths = candidates.map(({ path }) => path);
  const ids = candidates.map(({ id }) => id);
  return [include, exclude].flatMap((filter) => {
    const named = [
      ["tag", filter?.tags ?? [], tags],
      ["path", filter?.paths ?? [], paths],
      ["operationId", filter?.operations ?? [], ids],
    ] as const;
    return named.flatMap(([what, patterns, there]) =>
      patterns
        .filter((pattern) => !there.some((one) => matches(one, pattern)))
        .map((pattern) => ({ what, pattern, there })),
    );
  });
}

function says({ tags, paths, operations }: Filter): boolean {
  return tags.length + paths.length + operations.length > 0;
}

function fitsOne({ tags, path, id }: Candidate, filter: Filter): boolean {
  return (
    filter.tags.some((pattern) => tags.some((tag) => matches(tag, pattern))) ||
    filter.paths.some((pattern) => matches(path, pattern)) ||
    filter.operations.some((pattern) => matches(id, pattern))
  );
}

function matches(text: string, pattern: string): boolean {
  const source = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`).test(text);
}
