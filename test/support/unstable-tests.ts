import type { Reporter, TestCase } from 'vitest/node';

/**
 * Reporter that names the tests which passed only when they were repeated, at the end where they are seen: each has a
 * fault, of the test or of the program, that wants mending.
 */
export class UnstableTests implements Reporter {
  readonly #unstable: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const [reason] = test.result().errors ?? [];
    this.#unstable.push(`${test.module.relativeModuleId}: ${test.fullName}\n    ${reason?.message ?? ''}`);
  }

  onTestRunEnd(): void {
    if (this.#unstable.length === 0) return;
    process.stdout.write(
      `\nUNSTABLE, passed only at the second attempt:\n  ${this.#unstable.join('\n  ')}\n`,
    );
  }
}
