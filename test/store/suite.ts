import { expect, test } from "vitest";
import { type StoreKit, storeCases } from "../../testing/store/index.js";

/** One test per case of the suite. */
export function testStore(kit: () => StoreKit): void {
  test.each(storeCases.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
    await expect(one.run(kit())).resolves.toBeUndefined();
  });
}

export async function gathered(
  keys: AsyncIterable<string> | PromiseLike<readonly string[]>,
): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const key of Symbol.asyncIterator in keys ? keys : await keys) all.push(key);
  return all;
}
