import { useEffect, useState } from "preact/hooks";
import { get } from "./api.js";
import type { PageFacts } from "./facts-types.js";

const nothing: PageFacts = { brand: "", package: "", routes: {}, assumptions: {} };

let facts = nothing;
let asked: Promise<void> | undefined;

/** Reads what was put beside the page when it was built. Until then, and where that fails, nothing is known. */
export function useFacts(): PageFacts {
  const [, setRead] = useState(facts);
  useEffect(() => {
    asked ??= get<PageFacts>("/page/facts.json").then((read) => void (facts = read));
    asked.then(
      () => setRead(facts),
      () => (asked = undefined), // the sandbox is gone, and comes back
    );
  }, []);
  return facts;
}
