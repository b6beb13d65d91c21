/** Events a second, over about the last ten seconds: counts those of a call, and gives the rate so far. */
export function rateMeter(nowMs: () => number): (count: number) => number {
  let [perSecond, counted, sinceMs] = [0, 0, nowMs()];
  return (count) => {
    counted += count;
    const passedMs = nowMs() - sinceMs;
    if (passedMs < 1_000) return perSecond;
    const weight = Math.exp(-passedMs / 10_000);
    perSecond = perSecond * weight + (counted / passedMs) * 1_000 * (1 - weight);
    [counted, sinceMs] = [0, nowMs()];
    return perSecond;
  };
}
