import type { AttentionItem } from '@waypost/contract/monitoring/attention.ts';
import {
  judgeConversionRate,
  rateDaysBefore,
  type UnusualRate,
} from '../../domain/alerts/judge-conversion-rate.ts';
import { readConversionDays } from '../../store/conversions/attention-facts.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { thresholdOf, type EffectiveRules } from './alert-rules.ts';
import { ifTrafficAvailable, sumByCampaign } from './campaign-sums.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * Minimum number of conversions in the preceding days. With fewer conversions, a campaign's rate is too uncertain to
 * compare.
 */
const conversionsLeast = 100;

type CampaignDays = { id: string; name: string; conversions: number[] };

/**
 * Finds campaigns that have costs but no conversions, and campaigns with an unusual CR. Returns undefined if the
 * traffic store is unavailable. Days are consecutive periods of 24 hours, the latest of which ends at the last full
 * hour. A conversion is counted on the day it arrives. Days are therefore comparable, even though the latest visits may
 * still lead to conversions.
 */
export async function findNumbersAttention(
  context: WorkspaceContext & WithTraffic,
  rules: EffectiveRules,
): Promise<AttentionItem[] | undefined> {
  const end = new Date(Math.floor(context.now().getTime() / hourMs) * hourMs);
  const { campaigns, currency } = await inSnapshot(
    context,
    async (executor) => ({
      campaigns: await readConversionDays(executor, context.workspaceId, { end, days: rateDaysBefore + 1 }),
      currency: (await findWorkspaceSettings(executor, context.workspaceId))?.currency ?? '',
    }),
    'list',
  );
  if (campaigns.length === 0) return [];
  return await ifTrafficAvailable(async () => {
    const spent = await sumByCampaign(context, 'cost', { from: new Date(end.getTime() - dayMs), to: end });
    const least = thresholdOf(rules, 'spend-without-conversions');
    const wasteful = campaigns.filter(
      ({ id, conversions }) => conversions[0] === 0 && (spent.get(id) ?? 0) >= least,
    );
    const steady = campaigns.filter(({ conversions }) => sum(conversions.slice(1)) >= conversionsLeast);
    return [
      ...wasteful.map(({ id, name }) => describeSpend({ id, name }, spent.get(id) ?? 0, currency)),
      ...(await judgeRates(context, steady, end, thresholdOf(rules, 'unusual-conversion-rate') / 100)),
    ];
  });
}

async function judgeRates(
  context: WorkspaceContext & WithTraffic,
  campaigns: readonly CampaignDays[],
  end: Date,
  changeLeast: number,
): Promise<AttentionItem[]> {
  if (campaigns.length === 0) return [];
  const visits: Map<string, number>[] = [];
  // The queries run one after the other, so that they do not slow down reports that people open.
  for (let day = 0; day <= rateDaysBefore; day += 1) {
    const to = new Date(end.getTime() - day * dayMs);
    visits.push(await sumByCampaign(context, 'visits', { from: new Date(to.getTime() - dayMs), to }));
  }
  return campaigns.flatMap(({ id, name, conversions }) => {
    const [last, ...before] = conversions.map((some, day) => ({
      visits: visits[day]?.get(id) ?? 0,
      conversions: some,
    }));
    // The kind `spend-without-conversions` covers campaigns that had no conversions on the last day.
    if (last === undefined || last.conversions === 0) return [];
    const unusual = judgeConversionRate(last, before, changeLeast);
    return unusual === undefined ? [] : [describeRate({ id, name }, unusual)];
  });
}

function describeSpend(
  { id, name }: { id: string; name: string },
  amount: number,
  currency: string,
): AttentionItem {
  const message = `${amount.toFixed(2)} ${currency} spent in the last 24 hours without a conversion.`;
  return { kind: 'spend-without-conversions', message, subject: { type: 'campaign', id, name }, count: null };
}

function describeRate({ id, name }: { id: string; name: string }, unusual: UnusualRate): AttentionItem {
  const { rate, usualRate, change } = unusual;
  const message = `CR in the last 24 hours is ${percent(rate)}, ${percent(Math.abs(change), 0)} ${change < 0 ? 'below' : 'above'} the average of ${percent(usualRate)} in the 14 days before.`;
  return { kind: 'unusual-conversion-rate', message, subject: { type: 'campaign', id, name }, count: null };
}

function percent(share: number, decimals = 2): string {
  return `${(100 * share).toFixed(decimals)}%`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, some) => total + some, 0);
}
