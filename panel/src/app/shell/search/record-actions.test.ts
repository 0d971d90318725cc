import { expect, it } from 'vitest';
import { listRecordActions, readVerb, type FoundRecord } from './record-actions.ts';

it.each([
  ['pause spring sale', 'pause', 'spring sale'],
  ['Activate spring', 'resume', 'spring'],
  ['copy quiz', 'duplicate', 'quiz'],
  ['pause', undefined, 'pause'],
  ['pause ', undefined, 'pause'],
  ['spring pause', undefined, 'spring pause'],
])('readVerb splits %j', (typed, verb, rest) => {
  expect(readVerb(typed)).toEqual({ verb, rest });
});

const record: FoundRecord = {
  type: 'campaign',
  id: 'c',
  name: 'Spring',
  isArchived: false,
  isPaused: false,
};

it.each<[string, Partial<FoundRecord>, string[]]>([
  ['an active campaign', {}, ['Pause Spring', 'Duplicate Spring']],
  ['a paused campaign', { isPaused: true }, ['Resume Spring', 'Duplicate Spring']],
  ['an archived campaign', { isArchived: true }, []],
  ['an offer', { type: 'offer' }, ['Duplicate Spring']],
  ['an API key', { type: 'key' }, []],
])('listRecordActions returns the actions of %s', (_, change, labels) => {
  expect(listRecordActions({ ...record, ...change }).map(({ label }) => label)).toEqual(labels);
});
