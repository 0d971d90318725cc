import { expect, it } from 'vitest';
import { writeTestConversion, writeTestLink } from './test-link.ts';

const visit = 'https://t.example/c/7?clickid=##SUB_ID##&cost={cost}&zone={zone}';

it('writeTestLink adds a click ID and the test tag, but no cost or other macros', () => {
  expect(writeTestLink({ visit }, { clickIdParam: 'clickid' }, 'waypost-test-1')).toBe(
    'https://t.example/c/7?clickid=waypost-test-1&tag=waypost-test',
  );
  expect(writeTestLink({ visit }, { clickIdParam: null }, 'waypost-test-1')).toBe(
    'https://t.example/c/7?tag=waypost-test%2Cwaypost-test-1',
  );
});

it('writeTestConversion adds a payout only if one is given', () => {
  const event = 'https://t.example/e/KEY';
  const conversion = { clickId: 'a+b', transactionId: 'waypost-test-2' };
  const address = `${event}?cid=a%2Bb&txid=waypost-test-2`;
  expect(writeTestConversion({ event }, conversion)).toBe(address);
  expect(writeTestConversion({ event }, { ...conversion, payout: '1' })).toBe(`${address}&payout=1`);
});
