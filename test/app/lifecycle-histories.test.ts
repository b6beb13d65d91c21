import fc from "fast-check";
import { assert, expect, test } from "vitest";
import { idle, type Lifecycle, type LifecycleEffect, stepLifecycle } from "../../runtime/app/lifecycle.js";

/** What happens to an App; `at` picks the life that it happens to, among all that have begun. */
const act = fc.record({
  type: fc.constantFrom(
    "start",
    "start",
    "opened",
    "failed",
    "ended",
    "closed-here",
    "stop",
    "signal",
    "closed",
    "on",
    "off",
  ),
  at: fc.nat(6),
  mindsProcess: fc.boolean(),
  graceMs: fc.integer({ min: 0, max: 60_000 }),
});

type Phase = Lifecycle["phase"];

const FOLLOWING: Readonly<Record<Phase, readonly Phase[]>> = {
  idle: ["starting"],
  starting: ["running", "idle", "stopping"],
  running: ["stopping"],
  stopping: ["stopped"],
  stopped: ["starting"],
};

/** How the start of a life came out. */
type Outcome = "pending" | "watch" | "discard" | "reject";

/** Carries effects out on paper, and fails where they cannot be. */
class Paper {
  state = idle;
  /** Outcome of each start, in the order of lives. */
  readonly lives: Outcome[] = [];
  open = new Set<number>();
  closing: number | undefined;
  stopped = 0;
  closes = 0;

  step(input: Parameters<typeof stepLifecycle>[1]): readonly LifecycleEffect[] {
    const before = this.state;
    const [next, effects] = stepLifecycle(before, input);
    this.state = next;
    if (next.phase !== before.phase) assert.include(FOLLOWING[before.phase], next.phase);
    for (const effect of effects) this.#carryOut(effect, before);
    return effects;
  }

  #carryOut(effect: LifecycleEffect, before: Lifecycle): void {
    if (effect.type === "refuse" || effect.type === "wait") assert.deepEqual(this.state, before);
    if (effect.type === "open") {
      assert.deepEqual([this.open.size, this.closing], [0, undefined]); // never two lives at once
      assert.deepEqual([effect.life, effect.isAgain], [this.lives.length + 1, before.phase === "stopped"]);
      this.lives.push("pending");
    }
    if (effect.type === "watch" || effect.type === "discard" || effect.type === "reject") {
      assert.equal(this.lives[effect.life - 1], "pending"); // each start comes out once
      this.lives[effect.life - 1] = effect.type;
    }
    if (effect.type === "watch") this.open.add(effect.life);
    if (effect.type === "report-end") {
      assert.deepEqual([before.phase, before.mindsProcess], ["running", effect.mindsProcess]);
    }
    if (effect.type === "close") {
      assert.isUndefined(this.closing);
      this.closing = this.state.life;
      this.closes += 1;
    }
    if (effect.type === "stopped") {
      assert.equal(effect.reason, before.reason);
      this.open.delete(this.closing ?? 0);
      this.closing = undefined;
      this.stopped += 1;
    }
  }
}

test("whatever the order, an App lives one life at a time, each start comes out once, and each stop is told once", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const paper = new Paper();
      for (const { type, at, mindsProcess, graceMs } of acts) {
        const { state } = paper;
        const life = 1 + (at % Math.max(1, paper.lives.length));
        const isPending = paper.lives[life - 1] === "pending";
        if (type === "start") {
          const [effect] = paper.step({ type, mindsProcess });
          const wanted = { idle: "open", stopped: "open", stopping: "wait", starting: "refuse", running: "refuse" };
          expect(effect?.type).toBe(wanted[state.phase]);
        } else if (type === "opened" || type === "failed") {
          if (!isPending) continue;
          const [effect] = paper.step({ type, life });
          const isOwn = state.phase === "starting" && state.life === life;
          const own = type === "opened" ? "watch" : "reject";
          expect(effect?.type).toBe(isOwn ? own : "discard");
        } else if (type === "ended" || type === "closed-here") {
          if (paper.lives[life - 1] !== "watch") continue;
          const effects = paper.step({ type: "ended", life, error: type === "ended" ? new Error("gone") : undefined });
          const counts = type === "ended" && state.phase === "running" && state.life === life;
          expect(effects.map((one) => one.type)).toEqual(counts ? ["report-end", "close"] : []);
          if (counts) expect(paper.state.reason.why).toBe("ended");
        } else if (type === "stop" || type === "signal") {
          const reason = { why: type === "stop" ? "asked" : type } as const;
          const [effect, ...others] = paper.step({ type: "stop", reason, graceMs });
          const isAlive = state.phase === "starting" || state.phase === "running";
          expect([effect, others]).toEqual([{ type: isAlive ? "close" : "hurry", graceMs }, []]);
          if (isAlive) expect(paper.state.reason).toBe(reason);
        } else if (type === "closed") {
          // The edge says so only of what it was told to close.
          if (paper.closing !== undefined) expect(paper.step({ type })).toHaveLength(1);
          else expect(paper.step({ type })).toEqual([]);
        } else {
          const isOn = type === "on";
          const [effect] = paper.step({ type: "rewire", isOn });
          const isAlive = state.phase !== "idle" && state.phase !== "stopped";
          const refused = isOn && state.isRewired ? "under-test" : isAlive ? "alive" : undefined;
          expect(effect).toEqual(refused && { type: "refuse", why: refused });
          expect(paper.state.isRewired).toBe(refused ? state.isRewired : isOn);
        }
        expect(paper.open.size).toBeLessThan(2);
        expect(paper.closes - paper.stopped).toBe(paper.state.phase === "stopping" ? 1 : 0);
        if (paper.state.phase === "running") expect([...paper.open]).toEqual([paper.state.life]);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("whatever came before, a stop that is carried out leaves an App that starts again", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const paper = new Paper();
      for (const { type, at, mindsProcess, graceMs } of acts) {
        const life = 1 + (at % Math.max(1, paper.lives.length));
        if (type === "start") paper.step({ type, mindsProcess });
        else if (type === "stop") paper.step({ type, reason: { why: "asked" }, graceMs });
        else if (type === "closed") paper.step({ type });
        else if (type === "opened" && paper.lives[life - 1] === "pending") paper.step({ type, life });
      }
      paper.step({ type: "stop", reason: { why: "asked" }, graceMs: 0 });
      paper.step({ type: "closed" });
      expect(paper.step({ type: "start", mindsProcess: false })).toMatchObject([{ type: "open" }]);
      expect(paper.step({ type: "opened", life: paper.state.life })).toMatchObject([{ type: "watch" }]);
      expect(paper.state.phase).toBe("running");
    }),
  );
});
