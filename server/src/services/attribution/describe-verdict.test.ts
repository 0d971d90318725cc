import { expect, it } from 'vitest';
import { loadGoals, readIncoming } from '../../domain/goals/index.ts';
import { describeVerdict } from './describe-verdict.ts';

const settings = {
  network: undefined,
  workspace: { currency: 'USD' },
  terms: {
    attributionDays: 30,
    goals: loadGoals([], { timezone: 'UTC' }),
    workspace: { currency: 'USD', rates: {} },
    network: null,
  },
} as Parameters<typeof describeVerdict>[2];
const describe = (
  verdict: Parameters<typeof describeVerdict>[0],
  query: string,
  changes = [{ payout: '5', currency: 'EUR' }],
) => describeVerdict(verdict, readIncoming(new URLSearchParams(query)), settings, changes);

it('describeVerdict adds nothing to an event without problems', () => {
  expect(describe('counted', 'cid=a&payout=3')).toBeNull();
});

it('describeVerdict names empty parameters and the payout that was used instead', () => {
  expect(describe('counted', 'payout={payout}&txid=__TXID__')).toBe(
    'Matched and counted. Empty parameters or unreplaced macros: payout, txid. The configured payout was used: 5 EUR.',
  );
  expect(describe('counted', 'payout=3&txid=__TXID__')).toBe(
    'Matched and counted. Empty parameters or unreplaced macros: txid.',
  );
  expect(describe('duplicate', 'payout={payout}', [])).toBe(
    'Duplicate of an earlier conversion. Nothing changed. Empty parameters or unreplaced macros: payout.',
  );
});

it('describeVerdict names the currency of a symbol without an exchange rate', () => {
  expect(describe('unknown-currency', 'payout=¥5', [])).toContain('no exchange rate from “JPY”');
  expect(describe('unknown-currency', 'payout=5&currency=eur', [])).toContain('no exchange rate from “EUR”');
});

it('describeVerdict names unknown amount parameters', () => {
  expect(describe('counted', 'data[payout]=3&price=4', [{ payout: '0', currency: 'USD' }])).toBe(
    'Matched and counted. Unknown amount parameters: data[payout], price. Send the amount as payout. The configured payout was used: 0 USD.',
  );
});

it('describeVerdict names truncated parameters', () => {
  expect(describe('counted', `payout=3&order_id=${'x'.repeat(600)}`)).toBe(
    'Matched and counted. Truncated to 512 characters: order_id.',
  );
});

it("describeVerdict stays within the inbox's length limit", () => {
  const long = 'x'.repeat(600);
  const query = ['txid', 'event', 'status', 'currency', 'cid'].map((name) => `${name}=${long}`).join('&');
  expect(describe('unknown-status', `${query}&payout={payout}`)?.length).toBeLessThanOrEqual(500);
});
