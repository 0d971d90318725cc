import type { AttentionItem } from '@waypost/contract/monitoring/attention.ts';
import type { PausedHost } from '@waypost/contract/postbacks/postbacks.ts';
import type { WarnedRecord } from '@waypost/contract/campaigns/warnings.ts';
import type { CampaignPulse } from '../../domain/attention/judge-campaign.ts';
import { verdicts } from '../../domain/conversions/index.ts';
import { pausedByHand } from '../../domain/postbacks/judge-host.ts';
import type { ApiKey } from '../../store/accounts/api-keys.ts';
import type { AttentionFacts } from '../../store/conversions/attention-facts.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const number = new Intl.NumberFormat('en-GB');

/** Problem that was found. `key` distinguishes problems with the same kind and subject. */
export type FoundAttention = AttentionItem & { key?: string };

export function describeLateness(freshUntil: Date, now: Date, lateMinutes: number): AttentionItem[] {
  const late = now.getTime() - freshUntil.getTime();
  if (late < lateMinutes * minuteMs) return [];
  const message = `Reports are ${formatTime(late)} behind. Newer traffic is saved but not counted yet.`;
  return [{ kind: 'late-traffic', message, subject: null, count: null }];
}

export function describeLost(
  kind: 'lost-traffic' | 'lost-conversions',
  campaign: CampaignPulse & { id: string; name: string },
): AttentionItem {
  const { id, name, visits, visitsBefore, conversionsBefore } = campaign;
  const message =
    kind === 'lost-traffic'
      ? `${count(visits, 'visit')} in the last 6 hours, compared with ${number.format(visitsBefore)} in the same hours of the previous day.`
      : `No conversions in the last 24 hours despite visits, compared with ${number.format(conversionsBefore)} in the 24 hours before.`;
  return { kind, message, subject: { type: 'campaign', id, name }, count: null };
}

export function describeUnmatched(unmatched: AttentionFacts['unmatched']): AttentionItem[] {
  return [...Map.groupBy(unmatched, ({ id }) => id).values()].flatMap((reasons) => {
    const [most] = reasons;
    if (most === undefined) return [];
    const all = reasons.reduce((sum, { count: some }) => sum + some, 0);
    const why = verdicts[most.verdict as keyof typeof verdicts] ?? most.verdict;
    const share = reasons.length === 1 ? '' : ` Most common reason (${number.format(most.count)}):`;
    return {
      kind: 'unmatched-events' as const,
      message: `${count(all, 'incoming postback')} rejected in the last 24 hours.${share} ${why}`,
      subject: { type: 'campaign' as const, id: most.id, name: most.name },
      count: all,
    };
  });
}

/**
 * Describes paused receivers. A receiver whose pause has ended is about to be retried, so it is listed only while
 * postbacks are queued for it.
 */
export function describePaused(hosts: readonly PausedHost[], now: Date): AttentionItem[] {
  return hosts
    .filter(({ pausedUntil, waiting }) => new Date(pausedUntil) > now || waiting > 0)
    .map(({ origin, waiting, failures, reason }) => ({
      kind: 'paused-receiver',
      message: `${reason === pausedByHand ? 'Paused manually' : `Paused after ${count(failures, 'failed attempt')} in a row`}; ${count(waiting, 'postback')} queued.`,
      subject: { type: 'receiver', id: origin, name: origin },
      count: waiting,
    }));
}

export function describeFailed(failed: AttentionFacts['failed']): AttentionItem[] {
  return failed.map(({ origin, count: some }) => ({
    kind: 'failed-postbacks',
    message: `${count(some, 'postback')} failed permanently in the last 7 days.`,
    subject: { type: 'receiver', id: origin, name: origin },
    count: some,
  }));
}

export function describeFailedReports(
  schedules: readonly { id: string; name: string; error: string; isStopped: boolean }[],
): AttentionItem[] {
  return schedules.map(({ id, name, error, isStopped }) => ({
    kind: 'failed-report',
    message: `${isStopped ? 'The schedule was stopped' : 'The last report was not delivered'}. ${error}`,
    subject: { type: 'report-schedule', id, name },
    count: null,
  }));
}

export function describeFull(
  { fullOffers, fullPaths }: Pick<AttentionFacts, 'fullOffers' | 'fullPaths'>,
  now: Date,
): FoundAttention[] {
  return [
    ...fullOffers.map(({ id, name, until }): AttentionItem => ({
      kind: 'full-offer',
      message: `The offer has reached its cap${formatUntil(until, now)}. Visitors go to the fallback.`,
      subject: { type: 'offer', id, name },
      count: null,
    })),
    ...fullPaths.map(({ id, name, path, until }): FoundAttention => ({
      kind: 'full-path',
      key: `${id} ${path}`,
      message: `The path ${path} has reached its cap${formatUntil(until, now)}. Visitors go to other paths.`,
      subject: { type: 'rotator', id, name },
      count: null,
    })),
  ];
}

/**
 * Describes warnings about records of active campaigns. For records that no campaign uses, describes only misspelled
 * macros, because the public API saves these macros without a warning.
 */
export function describeWarnings(records: readonly WarnedRecord[]): AttentionItem[] {
  return records
    .filter(({ campaigns, warnings }) =>
      campaigns.length === 0
        ? warnings.some(({ suggestion }) => suggestion !== undefined)
        : campaigns.some(({ status }) => status === 'active'),
    )
    .map(({ type, id, name, warnings }) => ({
      kind: 'warning',
      message: warnings[0]?.message ?? '',
      subject: { type, id, name },
      count: warnings.length,
    }));
}

export function describeKeys(keys: readonly ApiKey[], now: Date, keyDays: number): AttentionItem[] {
  return keys
    .filter(
      ({ revokedAt, expiresAt }) =>
        revokedAt === null && expiresAt > now && expiresAt.getTime() - now.getTime() < keyDays * dayMs,
    )
    .map(({ id, label, expiresAt }) => ({
      kind: 'expiring-key',
      message: `The API key expires in ${formatTime(expiresAt.getTime() - now.getTime())}. Rotate it and update the scripts that use it.`,
      subject: { type: 'key', id, name: label },
      count: null,
    }));
}

function count(amount: number, thing: string): string {
  return `${number.format(amount)} ${thing}${amount === 1 ? '' : 's'}`;
}

export function formatTime(ms: number): string {
  if (ms < 60 * minuteMs) return count(Math.round(ms / minuteMs), 'minute');
  if (ms < dayMs) return count(Math.round(ms / minuteMs / 60), 'hour');
  return count(Math.round(ms / dayMs), 'day');
}

function formatUntil(until: Date, now: Date): string {
  const left = until.getTime() - now.getTime();
  return left > 366 * dayMs ? '' : ` (resets in ${formatTime(left)})`;
}
