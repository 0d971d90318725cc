import type { InboxReplay, InboxReplayOrder } from '../../../lib/api/api.ts';
import { formatVerdict } from '../../../lib/format/format-verdict.ts';
import { localTime } from '../../../lib/time/local-time.ts';

type ReplayRange = { from: string; to: string };

const weekMs = 7 * 86_400_000;

/** Returns the last week in local time. The range ends one minute from now, so that it includes the current minute. */
export function lastWeek(now: Date): ReplayRange {
  return {
    from: localTime(new Date(now.getTime() - weekMs)),
    to: localTime(new Date(now.getTime() + 60_000)),
  };
}

export function buildReplayOrder(campaignId: string, { from, to }: ReplayRange): InboxReplayOrder {
  return { campaignId, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

export function isOpenReplay({ state }: Pick<InboxReplay, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** Returns true if the replay has changed conversions and postbacks, which means that other data may be outdated. */
export function hasApplied(replay: Pick<InboxReplay, 'state' | 'isPreview'> | undefined): boolean {
  return replay?.isPreview === false && !isOpenReplay(replay);
}

export function replayPercent({ done, of }: InboxReplay['progress']): number {
  return of === null || of === 0 ? 0 : Math.min(100, (done / of) * 100);
}

export function formatReplayProgress({
  state,
  isPreview,
  progress: { done, of },
}: Pick<InboxReplay, 'state' | 'isPreview' | 'progress'>): string {
  if (state === 'waiting' || of === null) return 'Waiting for a worker';
  return `${done.toLocaleString('en')} of ${countPostbacks(of)} ${isPreview ? 'checked' : 'replayed'}`;
}

type ReplayResult = NonNullable<InboxReplay['result']>;

export function formatReplayTitle({
  state,
  progress,
  result: { requests },
}: Pick<InboxReplay, 'state' | 'progress'> & { result: Pick<ReplayResult, 'requests'> }): string {
  return state === 'done'
    ? `Replayed ${countPostbacks(requests)}`
    : `Ended early: replayed ${requests.toLocaleString('en')} of ${countPostbacks(progress.of ?? requests)}`;
}

/** Returns one line for each change of verdict. Postbacks that keep their verdict are left out. */
export function formatVerdictChanges(verdicts: ReplayResult['verdicts']): string[] {
  return verdicts
    .filter(({ before, after }) => before !== after)
    .map(
      ({ before, after, requests }) =>
        `${formatVerdict(before)} → ${formatVerdict(after)}: ${requests.toLocaleString('en')}`,
    );
}

type ReplayedConversion = Pick<
  InboxReplay['examples'][number]['changes'][number],
  'isNew' | 'label' | 'status' | 'payout' | 'currency'
>;

export function formatReplayed({ isNew, label, status, payout, currency }: ReplayedConversion): string {
  return `${isNew ? '' : 'Updated: '}${label}, ${status}, ${payout} ${currency}`;
}

export function countPostbacks(requests: number): string {
  return `${requests.toLocaleString('en')} ${requests === 1 ? 'postback' : 'postbacks'}`;
}
