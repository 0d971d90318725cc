import type { Source } from './reading/read-source.ts';
import type { Violation } from './violation.ts';

/** No test is left out for good, and none keeps the others from running. */
export function checkTests(sources: readonly Source[]): Violation[] {
  return sources.flatMap(({ path, heldBackTests }) =>
    heldBackTests.map(({ written, line }) => ({
      file: path,
      line,
      rule: 'held-back-test',
      message: `${written}: let all tests run; one that cannot run everywhere says why with skip(reason), skipIf or runIf`,
    })),
  );
}
