import type { ListPage } from '@waypost/contract/api/paging.ts';
import {
  hostToPause,
  hostToResume,
  pausedHostListQuery,
  receiverListQuery,
  type PausedHost,
  type Receiver,
  type ResumedHost,
} from '@waypost/contract/postbacks/postbacks.ts';
import {
  isHostFailure,
  judgeHost,
  pausedByHand,
  type HostFailures,
} from '../../domain/postbacks/judge-host.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  deletePostbackHosts,
  listPausedHosts as listHosts,
  listReceivers as readReceivers,
  lockPostbackHosts,
  savePostbackHosts,
  type HostKey,
} from '../../store/postbacks/postback-hosts.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import type { SentPostback } from './send-postback.ts';

/** Lists paused receivers, including receivers whose pause has ended but that have not responded since. */
export async function listPausedHosts(
  context: WorkspaceContext,
  input: unknown,
): Promise<ListPage<PausedHost>> {
  requirePermission(context.actor, 'postbacks.read');
  return await listItems(context, pausedHostList, input, async () => {
    const rows = await readInWorkspace(context, 'list', (executor) =>
      listHosts(executor, context.workspaceId),
    );
    return rows.map(presentHost);
  });
}

function presentHost({
  origin,
  failures,
  lastError,
  waiting,
  ...times
}: Awaited<ReturnType<typeof listHosts>>[number]): PausedHost {
  return {
    origin,
    reason: lastError,
    failures,
    failingSince: times.failingSince.toISOString(),
    pausedAt: times.pausedAt.toISOString(),
    pausedUntil: times.pausedUntil.toISOString(),
    waiting,
  };
}

export async function listReceivers(context: WorkspaceContext, input: unknown): Promise<ListPage<Receiver>> {
  requirePermission(context.actor, 'postbacks.read');
  return await listItems(context, receiverList, input, async () => {
    const rows = await readInWorkspace(context, 'list', (executor) =>
      readReceivers(executor, context.workspaceId, context.now()),
    );
    return rows.map(({ pausedUntil, lastError, ...counts }) => ({
      ...counts,
      pausedUntil: pausedUntil?.toISOString() ?? null,
      reason: lastError,
    }));
  });
}

const receiverList = {
  name: 'receivers',
  query: receiverListQuery,
  idOf: ({ origin }: Receiver) => origin,
  sorts: {
    origin: ({ origin }: Receiver) => origin,
    waiting: ({ waiting }: Receiver) => waiting,
    delivered: ({ delivered }: Receiver) => delivered,
    failed: ({ failed }: Receiver) => failed,
  },
  searched: ({ origin }: Receiver) => [origin],
};

export async function pauseHost(context: WorkspaceContext, input: unknown): Promise<PausedHost> {
  requirePermission(context.actor, 'postbacks.retry');
  const { origin, minutes } = parseInput(hostToPause, input);
  const { workspaceId, actor } = context;
  const nowMs = context.now().getTime();
  return await inWorkspace(context, async (executor) => {
    const pause = {
      failures: 1,
      failingSinceMs: nowMs,
      lastError: pausedByHand,
      pauses: 0,
      pausedAtMs: nowMs,
    };
    await savePostbackHosts(executor, [
      { ...pause, pausedUntilMs: nowMs + minutes * 60_000, workspaceId, origin },
    ]);
    await recordChange(executor, workspaceId, actor, {
      action: 'postback.pause-host',
      subjectId: workspaceId,
      name: origin,
      details: { origin, minutes },
    });
    const paused = (await listHosts(executor, workspaceId)).find((host) => host.origin === origin);
    if (paused === undefined) throw new Error('the paused receiver was not found');
    return presentHost(paused);
  });
}

const pausedHostList = {
  name: 'paused-hosts',
  query: pausedHostListQuery,
  idOf: ({ origin }: PausedHost) => origin,
  sorts: {
    pausedAt: ({ pausedAt }: PausedHost) => pausedAt,
    pausedUntil: ({ pausedUntil }: PausedHost) => pausedUntil,
    origin: ({ origin }: PausedHost) => origin,
    waiting: ({ waiting }: PausedHost) => waiting,
  },
  searched: ({ origin }: PausedHost) => [origin],
};

export async function resumeHost(context: WorkspaceContext, input: unknown): Promise<ResumedHost> {
  requirePermission(context.actor, 'postbacks.retry');
  const { origin } = parseInput(hostToResume, input);
  const { workspaceId, actor } = context;
  return await inWorkspace(context, async (executor) => {
    const resumed = (await deletePostbackHosts(executor, [{ workspaceId, origin }])) > 0;
    if (resumed) {
      const change = {
        action: 'postback.resume-host',
        subjectId: workspaceId,
        name: origin,
        details: { origin },
      };
      await recordChange(executor, workspaceId, actor, change);
    }
    return { resumed };
  });
}

/** Updates the failure state of receivers. Receivers without failures have no row. */
export async function recordHosts(executor: Executor, sent: readonly SentPostback[]): Promise<void> {
  const byHost = Map.groupBy(sent, ({ job }) => keyOf(job));
  const keys = [...byHost.values()].flatMap(([first]) => (first === undefined ? [] : [first.job]));
  const known = await lockPostbackHosts(executor, keys);
  const before = new Map<string, HostFailures>(known.map((host) => [keyOf(host), host]));
  if (before.size === 0 && !sent.some(isHostFailure)) return;
  const saved: (HostKey & HostFailures)[] = [];
  const recovered: HostKey[] = [];
  for (const [key, attempts] of byHost) {
    const { workspaceId, origin } = attempts[0]?.job ?? { workspaceId: '', origin: '' };
    const failures = attempts.reduce<HostFailures | null>(
      (state, attempt) => judgeHost(state, attempt, Math.round(attempt.atMs + attempt.durationMs)),
      before.get(key) ?? null,
    );
    if (failures !== null && failures !== before.get(key)) saved.push({ ...failures, workspaceId, origin });
    if (failures === null && before.has(key)) recovered.push({ workspaceId, origin });
  }
  if (saved.length > 0) await savePostbackHosts(executor, saved);
  if (recovered.length > 0) await deletePostbackHosts(executor, recovered);
}

function keyOf({ workspaceId, origin }: HostKey): string {
  return `${workspaceId} ${origin}`;
}
