import type { CostEntry, ListedInboxReplay, Upload } from '../../../lib/api/api.ts';
import { formatMoney } from '../../../lib/format/format-metrics.ts';

export type Notification = {
  /**
   * Keys that identify each item together with its status, so that a new status makes the notification unread again.
   */
  keys: readonly string[];
  title: string;
  detail: string;
  state: 'running' | 'done' | 'failed';
  /** Completed fraction of the work from 0 to 1, if known. */
  share?: number;
  campaignId?: string;
};

type Filter = {
  personId: string;
  since: Date;
  isRead: (key: string) => boolean;
};

const count = new Intl.NumberFormat('en-GB');

/**
 * Collects notifications about the work that a person started. Running work comes first, and cost entries with the same
 * status are grouped.
 */
export function collectNotifications(
  {
    uploads,
    costs,
    replays,
  }: {
    uploads: readonly Upload[];
    costs: readonly CostEntry[];
    replays: readonly ListedInboxReplay[];
  },
  { personId, since, isRead }: Filter,
): Notification[] {
  const files = uploads
    .filter(({ createdBy, endedAt }) => createdBy.id === personId && isNews(endedAt, since))
    .flatMap((upload) => describeUpload(upload) ?? []);
  const entries = costs.filter(
    ({ createdBy, createdAt, withdrawnAt, status }) =>
      createdBy.id === personId && (isRunning(status) || isNews(withdrawnAt ?? createdAt, since)),
  );
  const applied = replays
    .filter(
      ({ createdBy, isPreview, endedAt }) =>
        createdBy.id === personId && !isPreview && isNews(endedAt, since),
    )
    .map(describeReplay);
  const found = [...files, ...applied, ...describeCosts(entries, isRead)];
  const news = found.filter(({ state, keys }) => state === 'running' || keys.some((key) => !isRead(key)));
  return [
    ...news.filter(({ state }) => state === 'running'),
    ...news.filter(({ state }) => state !== 'running'),
  ];
}

function isNews(endedAt: string | null, since: Date): boolean {
  return endedAt === null || new Date(endedAt) >= since;
}

function describeUpload({
  id,
  fileName,
  state,
  dryRun,
  progress,
  failure,
}: Upload): Notification | undefined {
  const keys = [`${id} ${state}`];
  const lines = `${count.format(progress.taken)} of ${formatCount(progress.lines, 'line')}`;
  // The browser normally sends the file right after it creates the upload. If the file never arrives, there is nothing
  // to report.
  if (state === 'waiting') return undefined;
  if (state === 'reading')
    return {
      keys,
      title: `Importing ${fileName}`,
      detail: `${formatCount(progress.lines, 'line')} read, ${count.format(progress.refused)} skipped`,
      state: 'running',
    };
  if (state === 'failed')
    return {
      keys,
      title: `Import of ${fileName} failed`,
      detail: `${failure?.message ?? ''} ${lines} imported.`.trim(),
      state: 'failed',
    };
  const [title, verb] = dryRun
    ? [`Preview of ${fileName} ready`, 'can be imported']
    : [`${fileName} imported`, 'imported'];
  return { keys, title, detail: `${lines} ${verb}`, state: 'done' };
}

const replayTitles: Record<ListedInboxReplay['state'], [string, Notification['state']]> = {
  waiting: ['Replay of incoming postbacks queued', 'running'],
  running: ['Replaying incoming postbacks', 'running'],
  done: ['Incoming postbacks replayed', 'done'],
  stopped: ['Replay of incoming postbacks stopped', 'done'],
  failed: ['Replay of incoming postbacks failed', 'failed'],
};

function describeReplay({
  id,
  state,
  progress,
  result,
  failure,
  campaignId,
}: ListedInboxReplay): Notification {
  const [title, notificationState] = replayTitles[state];
  const { done, of } = progress;
  const detail = `${count.format(done)} of ${formatCount(of ?? done, 'request')}, ${count.format(result?.changed ?? 0)} changed`;
  return {
    keys: [`${id} ${state}`],
    title,
    detail: failure ?? detail,
    state: notificationState,
    ...(notificationState === 'running' && of !== null && of > 0 ? { share: done / of } : {}),
    ...(campaignId === null ? {} : { campaignId }),
  };
}

type CostStatus = CostEntry['status'];

const costStates: Record<CostStatus, { state: Notification['state']; one: string; many: string }> = {
  pending: { state: 'running', one: 'Applying cost', many: 'Applying' },
  withdrawing: { state: 'running', one: 'Reversing cost', many: 'Reversing' },
  failed: { state: 'failed', one: 'Cost not applied', many: 'Not applied:' },
  spread: { state: 'done', one: 'Cost applied', many: 'Applied:' },
  withdrawn: { state: 'done', one: 'Cost reversed', many: 'Reversed:' },
};

const isRunning = (status: CostStatus) => costStates[status].state === 'running';
const keyOf = ({ id, status }: CostEntry) => `${id} ${status}`;

function describeCosts(entries: readonly CostEntry[], isRead: Filter['isRead']): Notification[] {
  const statuses = Object.keys(costStates) as CostStatus[];
  return statuses.flatMap((status) => {
    const same = entries.filter(
      (entry) => entry.status === status && (isRunning(status) || !isRead(keyOf(entry))),
    );
    const [first] = same;
    if (first === undefined) return [];
    const { state, one, many } = costStates[status];
    const isOne = same.length === 1;
    const notice: Notification = {
      keys: same.map(keyOf),
      title: isOne
        ? `${one}: ${first.campaignName}`
        : `${many} ${formatCount(same.length, 'cost entry', 'cost entries')}`,
      detail: isOne ? describeCost(first) : namesOf(same),
      state,
      ...(isOne ? { campaignId: first.campaignId } : {}),
      ...(state === 'running' ? shareOf(same) : {}),
    };
    return [notice];
  });
}

function describeCost({ amount, currency, visits, reason, status }: CostEntry): string {
  if (status === 'failed') return reason ?? 'The cost was not applied to any visits.';
  const money = formatMoney(Number(amount), currency);
  return visits === null ? money : `${money}, ${formatCount(visits, 'visit')}`;
}

function namesOf(entries: readonly CostEntry[]): string {
  const names = [...new Set(entries.map(({ campaignName }) => campaignName))];
  const rest = names.length - 3;
  return rest > 0 ? `${names.slice(0, 3).join(', ')} and ${count.format(rest)} more` : names.join(', ');
}

function shareOf(entries: readonly CostEntry[]): { share?: number } {
  const known = entries.flatMap(({ progress }) => progress ?? []);
  const parts = known.reduce((sum, progress) => sum + progress.parts, 0);
  if (known.length < entries.length || parts === 0) return {};
  return { share: known.reduce((sum, { done }) => sum + done, 0) / parts };
}

function formatCount(many: number, one: string, plural = `${one}s`): string {
  return `${count.format(many)} ${many === 1 ? one : plural}`;
}
