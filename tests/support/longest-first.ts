import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The integration tests that take longest, in the order in which they start, whichever database they use. Tests that mostly
 * wait alternate with tests that keep the processor busy. Vitest would run one project after the other, and knows no
 * durations on a fresh machine.
 */
const longest = [
  'flights',
  'delivery',
  'hostile-fields',
  'process-kills',
  'postgres-outage',
  'hostile-desk-people',
  'bucket',
  'company-facts',
  'notices',
  'clocks',
  'virus-check',
  'text-browsers',
  'hostile-bytes',
  'hostile-data-requests',
  'mail-server',
  'markup',
];

/** Starts the longest test files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = longest.indexOf(basename(moduleId, '.test.ts'));
  return index === -1 ? longest.length : index;
}
