import type { Source } from './reading/read-source.ts';
import type { Violation } from './violation.ts';

/** Reports tests that never run and tests that keep other tests from running. */
export function checkTests(sources: readonly Source[]): Violation[] {
  return sources.flatMap(({ path, heldBackTests }) =>
    heldBackTests.map(({ written, line }) => ({
      file: path,
      line,
      rule: 'held-back-test',
      message: `${written}: run all tests; a test that cannot run everywhere uses skip(reason), skipIf or runIf`,
    })),
  );
}
