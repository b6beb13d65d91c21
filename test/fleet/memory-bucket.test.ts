import { expect, test } from "vitest";
import { MemoryBucket } from "../../runtime/fleet/memory/bucket.js";

test("a bucket holds nothing of what has lapsed, also where nobody asks for it any more", () => {
  let revision = 0;
  const bucket = new MemoryBucket(10, () => (revision += 1));
  const put = (key: string, nowMs: number, held?: number) => bucket.put({ key, value: "", revision: held }, nowMs);
  const first = put("renewed", 0);
  put("claimed once", 1);
  put("renewed", 5, first);
  put("another", 12);
  // By the time of its beginning, nothing has lapsed that is still held.
  expect(bucket.entries(0).map(({ key }) => key)).toEqual(["renewed", "another"]);
});
