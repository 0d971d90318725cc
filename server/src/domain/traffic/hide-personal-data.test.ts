import { personalEventFields, type FeedEvent } from '@waypost/contract/events/events.ts';
import { expect, it } from 'vitest';
import { hidePersonalData } from './hide-personal-data.ts';

it('hidePersonalData sets personal fields to null and leaves others unchanged', () => {
  const personal = Object.fromEntries(personalEventFields.slice(0, 2).map((name) => [name, 'secret']));
  const event = { id: 'e', type: 'visit', ...personal } as unknown as FeedEvent;
  const hidden = hidePersonalData(event);
  expect(hidden).toEqual({
    id: 'e',
    type: 'visit',
    ...Object.fromEntries(Object.keys(personal).map((name) => [name, null])),
  });
  expect(Object.keys(personal).length).toBe(2);
});
