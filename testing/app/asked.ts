/**
 * Does what a test asked for, called straight from the method that it called. What goes wrong is shown where the test
 * asked: the places inside the platform say nothing to it, and what a handler threw keeps its own as the `cause`.
 */
export async function asked<Result>(work: () => Promise<Result>): Promise<Result> {
  const { stack } = new Error("asked here");
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error ? shownAt(stack, error) : error;
  }
}

/** The first lines are the message, this file's and the method's. */
function shownAt(stack: string | undefined, error: Error): Error {
  const places = stack?.split("\n").slice(3) ?? [];
  if (places.length > 0) error.stack = [`${error.name}: ${error.message}`, ...places].join("\n");
  return error;
}
