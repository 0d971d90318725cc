import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { FailureReporter } from './failure-reporter.ts';

function watch(words: { isEachCauseSaid?: boolean } = {}) {
  const said: unknown[] = [];
  const logger = createLogger({ role: 'test', level: 'silent', format: 'json' });
  logger.warn = (...args: unknown[]) => void said.push(args);
  logger.info = (...args: unknown[]) => void said.push(args);
  return {
    said,
    trouble: new FailureReporter(logger, { begun: 'it fails', over: 'it works again', ...words }),
  };
}

it('is said once with its first cause, and once more when it is over', () => {
  const { said, trouble } = watch();
  trouble.end();
  trouble.note('refused');
  trouble.note('timed out');
  expect(trouble.why).toBe('timed out');
  trouble.end();
  trouble.end();
  expect(trouble.why).toBeUndefined();
  expect(said).toEqual([[{ why: 'refused' }, 'it fails'], ['it works again']]);
});

it('is said for each cause where that is asked for', () => {
  const { said, trouble } = watch({ isEachCauseSaid: true });
  for (const why of ['refused', 'refused', 'timed out', 'refused']) trouble.note(why);
  expect(said).toEqual(['refused', 'timed out', 'refused'].map((why) => [{ why }, 'it fails']));
});
