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
