import { buildAttemptRow } from '../../domain/postbacks/attempt-row.ts';
import type { AttemptVerdict } from '../../domain/postbacks/judge-attempt.ts';
import { findReceiver } from '../../domain/postbacks/receivers/receivers.ts';
import { newEventId } from '../../platform/event-ids.ts';
import { insertOutboxRows, type OutboxRow } from '../../store/conversions/outbox.ts';
import { isRowError, type Executor } from '../../store/database/database.ts';
import {
  recordPostbackAttempts,
  releasePostbackJobs,
  type RecordedAttempt,
} from '../../store/postbacks/postback-queues.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { recordHosts } from './paused-hosts.ts';
import type { SentPostback } from './send-postback.ts';

export type AttemptCounts = { delivered: number; retried: number; failed: number; lost: number };

export function noCounts(): AttemptCounts {
  return { delivered: 0, retried: 0, failed: 0, lost: 0 };
}

export function addCounts(counts: AttemptCounts, more: AttemptCounts): void {
  for (const key of Object.keys(counts) as (keyof AttemptCounts)[]) counts[key] += more[key];
}

const releaseDelayMs = 1_000;

/**
 * Records the results of attempts: jobs, feed rows and the state of receivers in one transaction. Skips postbacks that
 * another worker has claimed in the meantime.
 */
export async function recordAttempts(
  context: ServiceContext,
  sent: readonly SentPostback[],
): Promise<AttemptCounts> {
  requirePermission(context.actor, 'postbacks.run');
  try {
    return await record(context, sent, asRow);
  } catch (error) {
    if (!isRowError(error)) throw error;
    // A rejected row must not roll back the other rows, because postbacks without a recorded result would be sent again
    // and again.
    const [single] = sent;
    if (sent.length === 1 && single !== undefined)
      return await record(context, [{ ...single, status: null, error: 'invalid_request' }], () => []);
    const counts = noCounts();
    for (const attempt of sent) addCounts(counts, await recordAttempts(context, [attempt]));
    return counts;
  }
}

type BuildRows = (judged: Judged) => OutboxRow[];

async function record(
  context: ServiceContext,
  sent: readonly SentPostback[],
  rowsOf: BuildRows,
): Promise<AttemptCounts> {
  // These postbacks were not sent, because too many calls were running.
  const unsent = sent.filter(({ error }) => error === 'busy');
  const judged = sent
    .filter(({ error }) => error !== 'busy')
    .map((attempt) => ({ attempt, verdict: judge(attempt, Math.random()) }));
  return await asSystem(context, async (executor) => {
    if (unsent.length > 0) await release(context, executor, unsent);
    if (judged.length === 0) return noCounts();
    const recorded = await recordPostbackAttempts(executor, judged.map(asRecord));
    const accepted = judged.filter(({ attempt }) => recorded.has(attempt.job.id));
    await insertOutboxRows(executor, accepted.flatMap(rowsOf));
    await recordHosts(
      executor,
      accepted.map(({ attempt }) => attempt),
    );
    return { ...countStates(accepted), lost: judged.length - accepted.length };
  });
}

function countStates(judged: readonly Judged[]): Omit<AttemptCounts, 'lost'> {
  const count = (state: AttemptVerdict['state']) =>
    judged.filter(({ verdict }) => verdict.state === state).length;
  return { delivered: count('delivered'), retried: count('waiting'), failed: count('failed') };
}

type Judged = { attempt: SentPostback; verdict: AttemptVerdict };

function endOf({ atMs, durationMs }: SentPostback): number {
  return Math.round(atMs + durationMs);
}

function judge(attempt: SentPostback, random: number): AttemptVerdict {
  const { receiver, step } = attempt.job;
  return findReceiver(receiver).decideRetry(attempt, { step, nowMs: endOf(attempt), random });
}

async function release(
  context: ServiceContext,
  executor: Executor,
  unsent: readonly SentPostback[],
): Promise<void> {
  const nextAt = new Date(context.now().getTime() + releaseDelayMs);
  await releasePostbackJobs(
    executor,
    unsent.map(({ job }) => job),
    nextAt,
  );
}

function asRecord({ attempt, verdict }: Judged): RecordedAttempt {
  const { job, status, error } = attempt;
  const delayMs = verdict.state === 'waiting' ? verdict.delayMs : 0;
  return {
    id: job.id,
    claim: job.claim,
    state: verdict.state,
    step: job.step + 1,
    nextAt: new Date(endOf(attempt) + delayMs),
    at: new Date(attempt.atMs),
    status,
    error,
  };
}

function asRow({ attempt, verdict }: Judged): OutboxRow[] {
  const { job, atMs, durationMs, status, error, response } = attempt;
  const { visit, eventId, idx, url, method, keptDays, workspaceId } = job;
  const row = buildAttemptRow({
    id: newEventId(atMs),
    visit,
    eventId,
    idx,
    url,
    method,
    attempt: job.attempts + 1,
    timeMs: atMs,
    durationMs,
    status,
    error,
    response,
    isSuccess: verdict.state === 'delivered',
    keptDays,
  });
  return [{ workspaceId, timeMs: atMs, row }];
}
