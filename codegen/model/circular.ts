interface Mark {
  readonly order: number;
  low: number;
  open: boolean;
}

/**
 * Names in a circle: those that lead back to themselves. Tarjan's walk, with a list of its own instead of the call
 * stack, so that neither the number of names nor the length of a chain matters.
 */
export function circular(edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const marks = new Map<string, Mark>();
  const found = new Set<string>();
  const open: string[] = [];
  for (const start of edges.keys()) {
    if (marks.has(start)) continue;
    const path: { readonly name: string; next: number }[] = [{ name: start, next: 0 }];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { name } = step;
      const mark = marks.get(name) ?? visit(name, marks, open);
      const target = edges.get(name)?.[step.next++];
      if (target === undefined) {
        path.pop();
        const parent = marks.get(path.at(-1)?.name ?? "");
        if (parent !== undefined) parent.low = Math.min(parent.low, mark.low);
        if (mark.low === mark.order) close(name, open, marks, edges, found);
        continue;
      }
      const seen = marks.get(target);
      if (seen === undefined && edges.has(target)) path.push({ name: target, next: 0 });
      else if (seen?.open === true) mark.low = Math.min(mark.low, seen.order);
    }
  }
  return found;
}

function visit(name: string, marks: Map<string, Mark>, open: string[]): Mark {
  const mark: Mark = { order: marks.size, low: marks.size, open: true };
  marks.set(name, mark);
  open.push(name);
  return mark;
}

/** Takes a finished circle off the list of open names. */
function close(
  root: string,
  open: string[],
  marks: ReadonlyMap<string, Mark>,
  edges: ReadonlyMap<string, readonly string[]>,
  found: Set<string>,
): void {
  const members = open.splice(open.lastIndexOf(root));
  const circle = members.length > 1 || edges.get(root)?.includes(root) === true;
  for (const member of members) {
    const mark = marks.get(member);
    if (mark !== undefined) mark.open = false;
    if (circle) found.add(member);
  }
}

/** All names, each after those that it leads to; of a circle in any order. */
export function leavesFirst(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const [found, seen] = [new Set<string>(), new Set<string>()];
  for (const start of edges.keys()) {
    const open = [start];
    for (let name = open.at(-1); name !== undefined; name = open.at(-1)) {
      const next = seen.has(name)
        ? []
        : (edges.get(name) ?? []).filter((other) => edges.has(other) && !seen.has(other));
      seen.add(name);
      if (next.length > 0) open.push(...next);
      else found.add(open.pop() ?? name);
    }
  }
  return [...found];
}
