import { expect, it } from 'vitest';
import { describeReceivers, describeTimes } from './describe-schedule.ts';

const times = { weekday: null, monthDay: null, hour: 8 };

it.each([
  [{ ...times, frequency: 'daily' }, 'Every day at 08:00'],
  [{ ...times, frequency: 'weekly', weekday: 7, hour: 0 }, 'Every Sunday at 00:00'],
  [{ ...times, frequency: 'monthly', monthDay: 1, hour: 23 }, 'On day 1 of every month at 23:00'],
  [{ ...times, frequency: 'monthly', monthDay: 31 }, 'On the last day of every month at 08:00'],
] as const)('describeTimes of %j is "%s"', (given, text) => {
  expect(describeTimes(given)).toBe(text);
});

it('describeReceivers lists the recipients of an email, or the chat', () => {
  const mail = { channel: 'mail' as const, chatId: null, members: [], addresses: [] };
  const members = [{ id: 'a', email: 'anna@example.com' }];
  expect(describeReceivers({ ...mail, members, addresses: ['x@example.com'] })).toBe(
    'Email to anna@example.com, x@example.com',
  );
  expect(describeReceivers({ ...mail })).toBe('No recipients left');
  expect(describeReceivers({ ...mail, channel: 'telegram' as const, chatId: '@sales' })).toBe(
    'Telegram chat @sales',
  );
});
