import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

/** How often the progress is printed at most (ms). */
const interval = 10_000;

/** Prints how many test files have ended, of how many, after how many minutes, and each failed test as it ends. */
export default class VitestProgress implements Reporter {
  #total = 0;
  #done = 0;
  #startedAt = 0;
  #printedAt = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#total = specifications.length;
    this.#startedAt = this.#printedAt = performance.now();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done += 1;
    for (const test of module.children.allTests('failed'))
      console.log(`failed: ${module.relativeModuleId}: ${test.fullName}`);
    const now = performance.now();
    if (now < this.#printedAt + interval && this.#done < this.#total) return;
    this.#printedAt = now;
    console.log(`${this.#done} of ${this.#total} files, ${((now - this.#startedAt) / 60_000).toFixed(1)} min`);
  }
}
