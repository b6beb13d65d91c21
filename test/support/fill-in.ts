import { type Operation, operations } from "svc-apps/rest";
const all: readonly Operation[] = Object.values<Operation>(operations);
const MADE: Readonly<Record<string, () => unknown>> = { array: () => [], object: () => ({}), any: () => "" };

/**
 * A body of success with the fields that the description requires of the answer and that the test does not care about.
 * Anything but a JSON object stays as it is.
 */
export function fillIn(method: string, url: string, status: number, body: string): string {
  if (status < 200 || status > 299 || !body.startsWith("{")) return body;
  const { pathname, searchParams } = new URL(url);
  const operation = all.find(
    ({ path, queryConst = {}, ...one }) =>
      one.method === method &&
      path !== "" &&
      new RegExp(`${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname) &&
      Object.entries(queryConst).every(([name, value]) => searchParams.get(name) === value) &&
      (one.id === "readMailbox") === (searchParams.has("mailbox") && method === "GET"),
  );
  const shapes = operation?.answer ?? [];
  const given = parsed(body);
  const [shape] = given === undefined ? [] : shapes;
  if (shape === undefined || shapes.some((one) => Object.keys(one).every((name) => Object.hasOwn(given ?? {}, name)))) {
    return body;
  }
  const made = Object.entries(shape).map(([name, kind]) => [name, MADE[kind]?.()]);
  return JSON.stringify({ ...Object.fromEntries(made), ...given });
}

function parsed(body: string): object | undefined {
  try {
    return JSON.parse(body) as object; // it begins as one
  } catch {
    return undefined;
  }
}
