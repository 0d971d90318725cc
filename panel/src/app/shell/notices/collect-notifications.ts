import type { CostEntry, ListedInboxReplay, Upload } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format-metrics.ts';

/** Long work that runs, or came to its end and was not looked at yet. */
export type Notification = {
  /** Of what it tells, with how far each has come: what has come further is news again. */
  keys: readonly string[];
  title: string;
  detail: string;
  state: 'running' | 'done' | 'failed';
  /** How much of it is done, from 0 to 1, where that is known. */
  share?: number;
  /** Where more is to be seen. */
  campaignId?: string;
};

type Asked = {
  personId: string;
  /** What ended before that is no news. */
  since: Date;
  isRead: (key: string) => boolean;
};

const count = new Intl.NumberFormat('en-GB');

/** A person's own work, what runs first; costs that have come equally far are told in one. */
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
  { personId, since, isRead }: Asked,
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
  const lines = `${count.format(progress.taken)} of ${say(progress.lines, 'line')}`;
  // Its file comes at once; where it never does, nothing goes on.
  if (state === 'waiting') return undefined;
  if (state === 'reading')
    return {
      keys,
      title: `${fileName} is being read`,
      detail: `${say(progress.lines, 'line')} so far, ${count.format(progress.refused)} not taken`,
      state: 'running',
    };
  if (state === 'failed')
    return {
      keys,
      title: `${fileName} was not read to its end`,
      detail: `${failure?.message ?? ''} Taken: ${lines}.`.trim(),
      state: 'failed',
    };
  const [title, verb] = dryRun ? [`${fileName} was tried`, 'would be taken'] : [`${fileName} is in`, 'taken'];
  return { keys, title, detail: `${lines} ${verb}`, state: 'done' };
}

const replayTitles: Record<ListedInboxReplay['state'], [string, Notification['state']]> = {
  waiting: ['Events will be applied again', 'running'],
  running: ['Events are being applied again', 'running'],
  done: ['Events were applied again', 'done'],
  stopped: ['Applying events again was stopped', 'done'],
  failed: ['Events could not all be applied again', 'failed'],
};

function describeReplay({
  id,
  state,
  progress,
  result,
  failure,
  campaignId,
}: ListedInboxReplay): Notification {
  const [title, course] = replayTitles[state];
  const { done, of } = progress;
  const detail = `${count.format(done)} of ${say(of ?? done, 'request')}, ${count.format(result?.changed ?? 0)} judged otherwise`;
  return {
    keys: [`${id} ${state}`],
    title,
    detail: failure ?? detail,
    state: course,
    ...(course === 'running' && of !== null && of > 0 ? { share: done / of } : {}),
    ...(campaignId === null ? {} : { campaignId }),
  };
}

type CostStatus = CostEntry['status'];

const costStates: Record<CostStatus, { state: Notification['state']; one: string; many: string }> = {
  pending: { state: 'running', one: 'is being spread', many: 'are being spread' },
  withdrawing: { state: 'running', one: 'is being taken back', many: 'are being taken back' },
  failed: { state: 'failed', one: 'could not be spread', many: 'could not be spread' },
  spread: { state: 'done', one: 'is spread', many: 'are spread' },
  withdrawn: { state: 'done', one: 'is taken back', many: 'are taken back' },
};

const isRunning = (status: CostStatus) => costStates[status].state === 'running';
const keyOf = ({ id, status }: CostEntry) => `${id} ${status}`;

function describeCosts(entries: readonly CostEntry[], isRead: Asked['isRead']): Notification[] {
  const told = Object.keys(costStates) as CostStatus[];
  return told.flatMap((status) => {
    const same = entries.filter(
      (entry) => entry.status === status && (isRunning(status) || !isRead(keyOf(entry))),
    );
    const [first] = same;
    if (first === undefined) return [];
    const { state, one, many } = costStates[status];
    const isOne = same.length === 1;
    const notice: Notification = {
      keys: same.map(keyOf),
      title: isOne ? `The cost of ${first.campaignName} ${one}` : `${say(same.length, 'cost')} ${many}`,
      detail: isOne ? describeCost(first) : namesOf(same),
      state,
      ...(isOne ? { campaignId: first.campaignId } : {}),
      ...(state === 'running' ? shareOf(same) : {}),
    };
    return [notice];
  });
}

function describeCost({ amount, currency, visits, reason, status }: CostEntry): string {
  if (status === 'failed') return reason ?? 'Nothing of it is on any visit.';
  const money = formatMoney(Number(amount), currency);
  return visits === null ? money : `${money}, ${say(visits, 'visit')}`;
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

function say(many: number, thing: string): string {
  return `${count.format(many)} ${thing}${many === 1 ? '' : 's'}`;
}
