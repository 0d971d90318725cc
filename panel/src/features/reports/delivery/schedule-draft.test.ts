import { expect, it } from 'vitest';
import { draftOf, writeChange, writeNew } from './schedule-draft.ts';

const draft = { ...draftOf(undefined, { reportId: 'r', userId: 'me' }), botToken: ' t ', chatId: ' @x ' };

it('draftOf of a new schedule sends the opened report to the person every day', () => {
  expect(writeNew(draft)).toEqual({
    savedReportId: 'r',
    frequency: 'daily',
    hour: 8,
    channel: 'mail',
    memberIds: ['me'],
    addresses: [],
    attachesCsv: false,
  });
});

it.each([
  [{ frequency: 'weekly', weekday: 7 }, { weekday: 7 }],
  [{ frequency: 'monthly', monthDay: 31 }, { monthDay: 31 }],
] as const)('writeChange of %j sends only the day of the frequency', (change, sent) => {
  const { weekday, monthDay } = writeChange({ ...draft, ...change }) as {
    weekday?: number;
    monthDay?: number;
  };
  expect({ ...(weekday && { weekday }), ...(monthDay && { monthDay }) }).toEqual(sent);
});

it('writeChange of a Telegram schedule keeps the stored token if none was entered', () => {
  const telegram = { ...draft, channel: 'telegram' as const };
  expect(writeChange(telegram)).toMatchObject({ chatId: '@x', botToken: 't' });
  expect(writeChange({ ...telegram, botToken: ' ' })).not.toHaveProperty('botToken');
  expect(writeChange(telegram)).not.toHaveProperty('memberIds');
});
