import { useEffect, useState } from "preact/hooks";
import { post } from "../api.js";
import { timeOf } from "../names.js";
import { attempt, useKnown, useNow } from "../store.js";
import { Button } from "./button.js";
import { Icon } from "./icon.js";

/** How far a running virtual clock is moved at a time, milliseconds. */
const stepMs = 250;

const advance = async (ms: number): Promise<boolean> => attempt(async () => post("/clock/advance", { ms }));

/** The sandbox's time; buttons to move it where it is virtual. */
export function Clock() {
  const clock = useKnown(({ state }) => state?.clock);
  const [isRunning, setRunning] = useState(false);
  const nowMs = useNow(clock === "real");
  useEffect(() => {
    if (!isRunning) return undefined;
    const running = setInterval(() => void advance(stepMs), stepMs);
    return () => clearInterval(running);
  }, [isRunning]);
  if (clock === undefined) return null;
  return (
    <div class="clock" role="group" aria-label="Clock">
      <Icon name="clock" />
      <time dateTime={new Date(nowMs).toISOString()}>{timeOf(nowMs)}</time>
      {clock === "virtual" && (
        <>
          <Button weight="quiet" onClick={() => void advance(1000)}>
            +1 s
          </Button>
          <Button weight="quiet" onClick={() => void advance(60_000)}>
            +1 min
          </Button>
          <Button weight="quiet" isPressed={isRunning} onClick={() => setRunning(!isRunning)}>
            {isRunning ? "Stop time" : "Let time run"}
          </Button>
        </>
      )}
    </div>
  );
}
