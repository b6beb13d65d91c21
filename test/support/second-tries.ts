import type { Reporter, TestCase } from "vitest/node";

/**
 * Names each test that failed first and passed when it was run again, which happens in CI alone: a machine that stood
 * still refuses nothing, and what fails now and then is seen all the same.
 */
export default class SecondTries implements Reporter {
  readonly #told: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const why = test.result().errors?.[0]?.message.split("\n")[0] ?? "";
    this.#told.push(`second try: ${test.module.relativeModuleId} > ${test.fullName}: ${why}`);
  }

  onTestRunEnd(): void {
    for (const line of this.#told) console.log(line);
  }
}
