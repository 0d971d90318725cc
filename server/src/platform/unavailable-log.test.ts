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

const unavailable = () => new Error('the database does not answer', { cause: new Error('ECONNREFUSED') });
const firstLine = ['warn', { why: 'ECONNREFUSED' }, 'refusing requests: the database does not answer'];

it('UnavailableLog logs the first refused request and, when the outage is over, the number of refused requests', () => {
  const { lines, log } = makeLog();
  for (let second = 0; second < 60; second += 1) {
    log.note(unavailable());
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual([firstLine]);
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual([
    firstLine,
    ['info', { refused: 60 }, 'accepting requests again, resolved: the database does not answer'],
  ]);
  log.note(unavailable());
  expect(lines).toHaveLength(3);
});

it('UnavailableLog logs each reason separately', () => {
  const { lines, log } = makeLog();
  log.note(unavailable());
  log.note(new Error('a statement took longer than the database allows'));
  expect(lines).toHaveLength(2);
});

it('unavailableLogOf returns the same log within a server', () => {
  const { logger } = makeLog();
  const server = {};
  expect(unavailableLogOf(server, logger)).toBe(unavailableLogOf(server, logger));
  expect(unavailableLogOf({}, logger)).not.toBe(unavailableLogOf(server, logger));
});
