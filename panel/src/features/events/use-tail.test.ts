import { expect, it } from 'vitest';
import type { BriefEvent } from '../../lib/api/api.ts';
import { addToTail } from './use-tail.ts';

const event = (id: string) => ({ id }) as BriefEvent;

it('addToTail puts the newest event first', () => {
  expect(addToTail([event('a')], event('b')).map(({ id }) => id)).toEqual(['b', 'a']);
});

it('addToTail drops the oldest of more than 500 events', () => {
  const full = Array.from({ length: 500 }, (_, at) => event(`e${at}`));
  const events = addToTail(full, event('new'));
  expect([events.length, events[0]?.id, events.at(-1)?.id]).toEqual([500, 'new', 'e498']);
});
