import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnavailableLog, unavailableLogOf } from './unavailable-log.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function makeLog() {
  const lines: unknown[][] = [];
  const logger = {
    warn: (...line: unknown[]) => void lines.push(['warn', ...line]),
    info: (...line: unknown[]) => void lines.push(['info', ...line]),
  };
  return { lines, logger, log: new UnavailableLog(logger) };
}

const away = () => new Error('the database does not answer', { cause: new Error('ECONNREFUSED') });
const begun = ['warn', { why: 'ECONNREFUSED' }, 'requests are refused: the database does not answer'];

it('logs one line for any number of refused requests, and one when they are over', () => {
  const { lines, log } = makeLog();
  for (let second = 0; second < 60; second += 1) {
    log.note(away());
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual([begun]);
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual([
    begun,
    ['info', { refused: 60 }, 'no more requests are refused: the database does not answer'],
  ]);
  log.note(away());
  expect(lines).toHaveLength(3);
});

it('logs each reason by itself', () => {
  const { lines, log } = makeLog();
  log.note(away());
  log.note(new Error('a statement took longer than the database allows'));
  expect(lines).toHaveLength(2);
});

it('is the same for all parts of a server', () => {
  const { logger } = makeLog();
  const server = {};
  expect(unavailableLogOf(server, logger)).toBe(unavailableLogOf(server, logger));
  expect(unavailableLogOf({}, logger)).not.toBe(unavailableLogOf(server, logger));
});
