import { parentPort } from "node:worker_threads";
import { perform, type Task } from "./tasks.js";

/** A question to the worker. */
export interface Question {
  readonly id: number;
  readonly task: Task;
}

/** Its answer: the text, or why there is none. */
export interface Reply {
  readonly id: number;
  readonly text?: string;
  readonly error?: string;
}

parentPort?.on("message", ({ id, task }: Question) => {
  perform(task).then(
    (text) => parentPort?.postMessage({ id, text } satisfies Reply),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) } satisfies Reply),
  );
});
