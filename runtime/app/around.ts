/** One piece of work, wrapped for tracing. */
export interface Work {
  readonly name: "event" | "delivery" | "handler" | "confirm";
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

/** Runs around a piece of work; calls `run` and hands on what it gives. */
export type Around = <Result>(work: Work, run: () => Promise<Result>) => Promise<Result>;

/** An `around` that can neither lose the work, nor do it twice, nor change how it ends. */
export function guarded(around: Around, onThrow: (error: unknown) => void): Around {
  return async <Result>(work: Work, run: () => Promise<Result>): Promise<Result> => {
    let done: Promise<Result> | undefined;
    let failure: { readonly error: unknown } | undefined;
    const once = (): Promise<Result> =>
      (done ??= run().catch((error: unknown) => {
        failure = { error };
        throw error;
      }));
    try {
      await around(work, once);
    } catch (error) {
      if (failure?.error !== error) onThrow(error);
    }
    return once();
  };
}
