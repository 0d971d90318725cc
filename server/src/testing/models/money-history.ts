// Random settings and events, which are sent to a real workspace and to the reference model.
import type { CostMode } from '@waypost/contract/campaigns/campaigns.ts';
import fc from 'fast-check';
import { loadGoals, type EventTerms } from '../../domain/conversions/index.ts';
import { createAffiliateNetwork } from '../../services/affiliate-networks/create-affiliate-network.ts';
import { updateCampaign } from '../../services/campaigns/update-campaign.ts';
import { saveGoalRules } from '../../services/goals/save-goal-rules.ts';
import { createOffer } from '../../services/offers/create-offer.ts';
import { updateWorkspaceSettings } from '../../services/workspaces/workspace-settings.ts';
import type { TrafficAddress } from '../../start/engine-addresses.ts';
import type { AttributionCampaign } from '../attribution/attribution-lab.ts';
import { readRecordedRows, type RecordedRow } from '../traffic/recorded-rows.ts';
import { toModelUnits, type ConversionModel, type ModelEvent } from './conversion-model.ts';

export const moneyRates: Readonly<Record<string, string>> = { EUR: '1.082512345678', JPY: '0.006543210987' };
const millionths = (most: number) => fc.nat(most).map((units) => units / 1_000_000);
const amount = fc.oneof(fc.constantFrom(0, 10, 0.000001), millionths(900_000_000));
const share = fc.oneof(fc.constantFrom(0, 1, 0.5), millionths(1_000_000));

const action = fc.record({
  payout: fc.oneof(fc.constantFrom('auto', 'auto', 'none'), amount),
  cost: fc.oneof(fc.constant('none'), fc.record({ fixed: amount }), fc.record({ share })),
  storeValue: fc.boolean(),
  isConversion: fc.boolean(),
  affectsCost: fc.boolean(),
  affectsRevenue: fc.boolean(),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

export const moneySetting = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  duplicatePolicy: fc.constantFrom(
    'ignore' as const,
    'update' as const,
    'accumulate' as const,
    'append' as const,
  ),
  defaultPayout: fc.option(amount),
  currency: fc.constantFrom(null, 'EUR', 'GBP'),
  offerPayout: fc.option(amount, { freq: 2 }),
  cost: fc.oneof(
    fc.record({ mode: fc.constant('cpa' as const), amount }),
    fc.record({ mode: fc.constant('revshare' as const), amount: share }),
    fc.record({ mode: fc.constant('none' as const), amount: fc.constant(0) }),
  ),
});
export type MoneySetting = typeof moneySetting extends fc.Arbitrary<infer Value> ? Value : never;

export const decimalText = fc.bigInt(0n, 10n ** 15n).map((units) => {
  const digits = String(units).padStart(13, '0');
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`;
});
export const costCharge = fc.oneof(
  { weight: 4, arbitrary: fc.record({ mode: fc.constant('add' as const), amount: decimalText }) },
  {
    weight: 3,
    arbitrary: fc.record({
      mode: fc.constantFrom('add' as const, 'correct' as const, 'replace' as const),
      amount: fc.constantFrom('7', '0', '0.000000000005', '-0.000000000005'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      mode: fc.constant('correct' as const),
      amount: decimalText.map((text) => `-${text}`),
    }),
  },
  { weight: 3, arbitrary: fc.record({ mode: fc.constant('replace' as const), amount: decimalText }) },
);
export const moneyEvent = fc.record({
  status: fc.constantFrom('', 'hold', 'approved', 'rejected', 'refunded'),
  txid: fc.constantFrom('', 'a', 'a', 'b'),
  amount: fc.option(fc.oneof(decimalText, fc.constant('7')), { freq: 3 }),
  currency: fc.constantFrom('', 'USD', 'EUR', 'JPY', 'GBP'),
  visit: fc.nat(2),
});
export type MoneyEvent = typeof moneyEvent extends fc.Arbitrary<infer Value> ? Value : never;

export async function sendMoneyEvent(
  mine: Pick<AttributionCampaign, 'send'>,
  event: MoneyEvent,
  to: {
    clickId: string;
    model: ConversionModel;
    receivedMs: number;
    setting: Pick<MoneySetting, 'currency'>;
  },
): Promise<void> {
  const { clickId, model, receivedMs, setting } = to;
  await mine.send({ query: writeMoneyQuery(event, clickId), receivedMs });
  model.take({ ...toModelEvent(event, setting.currency), atMs: receivedMs });
}

export function writeMoneyQuery(event: MoneyEvent, clickId: string): string {
  const { status, txid, amount: payout, currency } = event;
  return new URLSearchParams({ cid: clickId, status, txid, payout: payout ?? '', currency }).toString();
}

export function toModelEvent(event: MoneyEvent, defaultCurrency: MoneySetting['currency']): ModelEvent {
  const { status, txid, amount: payout, currency } = event;
  return {
    status,
    txid,
    amount: payout === null ? null : toModelUnits(payout),
    currency: currency || defaultCurrency || 'USD',
  };
}

export function writeModelSums(sums: Iterable<[string, bigint]>): Record<string, string> {
  return Object.fromEntries(
    [...sums].filter(([, units]) => units !== 0n).map(([name, units]) => [name, String(units)]),
  );
}

/** Creates the records for these settings and returns the matching terms for the model. */
export async function setUpMoney(
  mine: Pick<AttributionCampaign, 'context' | 'campaign'>,
  setting: Omit<MoneySetting, 'cost'> & { cost: { mode: CostMode; amount: number } },
  url = 'https://example.com/',
): Promise<{ terms: EventTerms; cells: Record<string, string> }> {
  const { context, campaign } = mine;
  await updateWorkspaceSettings(context, { currency: 'USD', rates: moneyRates });
  const { defaultPayout, currency, duplicatePolicy, offerPayout, cost } = setting;
  const network = await createAffiliateNetwork(context, {
    name: 'N',
    defaultPayout,
    currency,
    duplicatePolicy,
  });
  const payout = offerPayout === null ? { mode: 'auto' } : { mode: 'fixed', amount: offerPayout };
  const offer = await createOffer(context, { name: 'O', url, affiliateNetworkId: network.id, payout });
  await updateCampaign(context, campaign.id, { cost });
  const actions = setting.actions.map((one, index) => ({ idx: index + 1, label: 'Event', ...toInput(one) }));
  const { rules } = await saveGoalRules(context, campaign.id, {
    rules: [{ label: 'All', conditions: null, actions }],
  });
  const terms: EventTerms = {
    goals: loadGoals(rules, { timezone: 'UTC' }),
    attributionDays: 90,
    statusMap: {},
    duplicatePolicy,
    workspace: { currency: 'USD', rates: moneyRates },
    network: { defaultPayout: defaultPayout === null ? null : formatAmount(defaultPayout), currency },
    offerPayout: offerPayout === null ? null : formatAmount(offerPayout),
    cost: { mode: cost.mode, amount: formatAmount(cost.amount) },
  };
  return { terms, cells: { offer_id: offer.id, affiliate_network_id: network.id } };
}

const formatAmount = (value: number) => value.toFixed(6);

function toInput({ payout, cost, ...flags }: Action) {
  const payoutType = typeof payout === 'number' ? 'fixed' : payout;
  return {
    ...flags,
    payoutType,
    payoutFixed: typeof payout === 'number' ? payout : null,
    costType: typeof cost === 'string' ? 'none' : 'fixed' in cost ? 'fixed' : 'share',
    costFixed: typeof cost === 'object' && 'fixed' in cost ? cost.fixed : null,
    costShare: typeof cost === 'object' && 'share' in cost ? cost.share : null,
  };
}

type MoneySums = Map<string, Record<string, string>>;

/** Returns sums by visit and metric, as reports do, but leaves out sums of zero. */
export async function readMoneySums(address: TrafficAddress, workspaceId: string): Promise<MoneySums> {
  const totals = new Map<string, bigint>();
  for (const row of await readRecordedRows(address, workspaceId))
    for (const [metric, added] of listAmounts(row)) {
      const key = `${String(row.visit_id)} ${metric}`;
      totals.set(key, (totals.get(key) ?? 0n) + toModelUnits(added));
    }
  const sums: MoneySums = new Map();
  for (const [key, total] of totals) {
    if (total === 0n) continue;
    const [visit, metric] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
    sums.set(visit, { ...sums.get(visit), [metric]: String(total / unitOf(metric)) });
  }
  return sums;
}

function listAmounts(row: RecordedRow): [metric: string, amount: string][] {
  const { idx, events, revenue, cost, value, conversions, status } = row;
  const ofIndex: [string, unknown][] =
    Number(idx) > 0
      ? [
          [`event${String(idx)}`, events],
          [`revenue${String(idx)}`, revenue],
          [`cost${String(idx)}`, cost],
          [`value${String(idx)}`, value ?? '0'],
        ]
      : [];
  const all: [string, unknown][] = [
    ...ofIndex,
    ['conversions', conversions],
    [`conversions of ${String(status ?? '')}`, status === 'rejected' ? events : conversions],
    ['revenue', revenue],
    [`revenue of ${String(status ?? '')}`, revenue],
    ['cost', cost],
  ];
  return all.map(([metric, added]) => [metric, String(added)]);
}

/**
 * Returns the factor that converts a metric to units of 10^-12: 10^12 for counts, and 1 for amounts, which are already
 * in this unit.
 */
function unitOf(metric: string): bigint {
  return /^(?:event|conversions)/.test(metric) ? 10n ** 12n : 1n;
}
