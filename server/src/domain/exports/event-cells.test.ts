import { goalEvent, landingClickEvent, postbackEvent, visitEvent } from '@waypost/contract/events.ts';
import { expect, it } from 'vitest';
import { eventCsvColumns } from './event-cells.ts';

it('a file of events has a column for every field of every type', () => {
  const fields = [visitEvent, landingClickEvent, goalEvent, postbackEvent].flatMap(({ shape }) =>
    Object.keys(shape),
  );
  const tokens = Array.from({ length: 15 }, (_, at) => `token${at + 1}`);
  const wanted = new Set([...fields.filter((name) => name !== 'tokens'), ...tokens]);
  expect(eventCsvColumns.toSorted()).toEqual([...wanted].toSorted());
});
