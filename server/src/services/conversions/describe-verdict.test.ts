import { expect, it } from 'vitest';
import { loadGoals, readIncoming } from '../../domain/conversions/index.ts';
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
  given = settings,
) => describeVerdict(verdict, readIncoming(new URLSearchParams(query)), given, changes);

it('describeVerdict returns null for an event without problems', () => {
  expect(describe('counted', 'cid=a&payout=3')).toBeNull();
});

it('describeVerdict names parameters without a value and the payout that was used instead', () => {
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

it.each(['cid=a', 'payout=5&currency=usd', 'payout=5&currency=gbp'])(
  'describeVerdict names the currency of the network if the rate for %s is known',
  (query) => {
    const workspace = { currency: 'USD', rates: { GBP: '1.2' } };
    const terms = { ...settings.terms, workspace, network: { currency: 'EUR', defaultPayout: null } };
    const given = { ...settings, terms } as typeof settings;
    expect(describe('unknown-currency', query, [], given)).toContain('no exchange rate from “EUR”');
  },
);

it('describeVerdict states the length of the attribution window in days', () => {
  const oneDay = { ...settings, terms: { ...settings.terms, attributionDays: 1 } };
  expect(describe('expired-window', 'cid=a', [])).toContain('window of 30 days.');
  expect(describe('expired-window', 'cid=a', [], oneDay)).toContain('window of 1 day.');
});

it('describeVerdict explains the verdict from-page only if at least one rule accepts events from pages', () => {
  const rules = [{ senders: new Set(['network']) }, { senders: new Set(['page']) }];
  const terms = { ...settings.terms, goals: { rules } };
  const given = { ...settings, terms } as unknown as typeof settings;
  expect(describe('from-page', 'event=form', [])).toBeNull();
  expect(describe('from-page', 'event=form', [], given)).toContain('The event “form” was sent from a page');
});

it('describeVerdict does not mention the configured payout if the amount is invalid', () => {
  expect(describe('counted', 'payout=abc&txid=__TXID__')).toBe(
    'Matched and counted. Empty parameters or unreplaced macros: txid.',
  );
});

it('describeVerdict shortens values to 60 characters', () => {
  const shown = `“${'x'.repeat(60)}”`;
  expect(describe('unknown-status', `status=${'x'.repeat(61)}`)).toContain(`Unknown status ${shown}.`);
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

it('describeVerdict shortens values from the request to 60 characters and the whole text to 500', () => {
  const long = 'x'.repeat(100);
  expect(describe('unknown-status', `status=${long}`, [])).toContain(`Unknown status “${'x'.repeat(60)}”.`);
  const names = ['a', 'b', 'c'].map((name) => `amount_${name}_${long}=1`).join('&');
  const given = { ...settings, network: { name: long.repeat(2) } } as typeof settings;
  expect(describe('unknown-status', `status=${long}&${names}`, [], given)).toHaveLength(500);
});
