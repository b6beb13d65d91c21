import { realpath } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** Whether a path lies below a folder; both as they are, links not followed. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && way !== path;
}

/** Where a path leads, links followed; what is not there leads to where it would be made. */
export async function realPlace(path: string): Promise<string> {
  const above = dirname(path);
  return realpath(path).catch(async () =>
    above === path ? path : join(await realPlace(above), relative(above, path)),
  );
}

/** Whether a file that is named relative to a folder is in it, links followed. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const target = join(folder, path);
  return isBelow(target, folder) && isBelow(await realPlace(target), await realPlace(folder));
}
