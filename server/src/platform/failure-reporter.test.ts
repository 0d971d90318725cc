import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { FailureReporter } from './failure-reporter.ts';

function createReporter(options: { logsEachCause?: boolean } = {}) {
  const lines: unknown[] = [];
  const logger = createLogger({ role: 'test', level: 'silent', format: 'json' });
  logger.warn = (...args: unknown[]) => void lines.push(args);
  logger.info = (...args: unknown[]) => void lines.push(args);
  return {
    lines,
    reporter: new FailureReporter(logger, {
      failed: 'work fails',
      resolved: 'work succeeds again',
      ...options,
    }),
  };
}

describe('FailureReporter', () => {
  it('logs a failure once with its first cause, and once when it is resolved', () => {
    const { lines, reporter } = createReporter();
    reporter.end();
    reporter.note('refused');
    reporter.note('timed out');
    expect(reporter.why).toBe('timed out');
    reporter.end();
    reporter.end();
    expect(reporter.why).toBeUndefined();
    expect(lines).toEqual([[{ why: 'refused' }, 'work fails'], ['work succeeds again']]);
  });

  it('logs each change of the cause if logsEachCause is set', () => {
    const { lines, reporter } = createReporter({ logsEachCause: true });
    for (const why of ['refused', 'refused', 'timed out', 'refused']) reporter.note(why);
    expect(lines).toEqual(['refused', 'timed out', 'refused'].map((why) => [{ why }, 'work fails']));
  });
});
