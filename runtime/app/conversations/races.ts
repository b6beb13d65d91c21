/** A wait as a runner in `Promise.race()`. */
export class Runner {
  /** Ends the wait, while it is pending. */
  close: () => void = () => {};
}

/** By the function that takes the outcome of a race: everything that runs in it. */
const races = new WeakMap<object, Set<Runner>>();

/**
 * A promise of a wait that closes the others of its race when it is the first. `Promise.race()` and `Promise.any()` give
 * each of their promises the same function for its outcome, which `Promise.all()` does not.
 */
export function inRaces<Answer>(promise: Promise<Answer>, runner: Runner): Promise<Answer> {
  const then = promise.then.bind(promise);
  const own: Set<Runner>[] = [];
  const finish = (): void => {
    for (const others of own) for (const other of others) if (other !== runner) other.close();
  };
  void then(finish, () => undefined);
  const join: typeof promise.then = (onFulfilled, onRejected) => {
    if (typeof onFulfilled === "function") {
      const race = races.get(onFulfilled) ?? new Set();
      races.set(onFulfilled, race.add(runner));
      own.push(race);
    }
    return then(onFulfilled, onRejected);
  };
  // It stays the promise that it is.
  return Object.defineProperty(promise, "then", { value: join });
}
