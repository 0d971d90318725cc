import { buildAttemptRow } from '../../domain/postbacks/attempt-row.ts';
import { judgeAttempt, type AttemptVerdict } from '../../domain/postbacks/judge-attempt.ts';
import { systemCode } from '../../platform/errors.ts';
import { newEventId } from '../../platform/event-ids.ts';
import { insertOutboxRows, type OutboxRow } from '../../store/attribution/outbox.ts';
import type { Executor } from '../../store/database/database.ts';
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

const comeBackMs = 1_000;

/**
 * Writes down what came of attempts: the jobs as they are then, a row for the feed each, and what is known of the
 * receivers, all in one transaction. What another worker has taken up meanwhile is left to that one.
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
    // An attempt whose row the database refuses must not undo the others: unrecorded postbacks are sent again and again.
    const [only] = sent;
    if (sent.length === 1 && only !== undefined)
      return await record(context, [{ ...only, status: null, error: 'invalid_request' }], () => []);
    const counts = noCounts();
    for (const one of sent) addCounts(counts, await recordAttempts(context, [one]));
    return counts;
  }
}

type BuildRows = (judged: Judged) => OutboxRow[];

async function record(
  context: ServiceContext,
  sent: readonly SentPostback[],
  rowsOf: BuildRows,
): Promise<AttemptCounts> {
  // No attempt was made: there were too many calls already.
  const unsent = sent.filter(({ error }) => error === 'busy');
  const judged = sent
    .filter(({ error }) => error !== 'busy')
    .map((attempt) => ({ attempt, verdict: judge(attempt, Math.random()) }));
  return await asSystem(context, async (executor) => {
    if (unsent.length > 0) await release(context, executor, unsent);
    if (judged.length === 0) return noCounts();
    const recorded = await recordPostbackAttempts(executor, judged.map(asRecord));
    const kept = judged.filter(({ attempt }) => recorded.has(attempt.job.id));
    await insertOutboxRows(executor, kept.flatMap(rowsOf));
    await recordHosts(
      executor,
      kept.map(({ attempt }) => attempt),
    );
    return { ...countStates(kept), lost: judged.length - kept.length };
  });
}

function countStates(judged: readonly Judged[]): Omit<AttemptCounts, 'lost'> {
  const count = (state: AttemptVerdict['state']) =>
    judged.filter(({ verdict }) => verdict.state === state).length;
  return { delivered: count('delivered'), retried: count('waiting'), failed: count('failed') };
}

// PostgreSQL's classes of errors in data: values that are none (22…), and rules that a row breaks (23…).
function isRowError(error: unknown): boolean {
  return /^2[23][0-9A-Z]{3}$/.test(systemCode(error) ?? '');
}

type Judged = { attempt: SentPostback; verdict: AttemptVerdict };

function endOf({ atMs, durationMs }: SentPostback): number {
  return Math.round(atMs + durationMs);
}

function judge(attempt: SentPostback, random: number): AttemptVerdict {
  return judgeAttempt(attempt, { step: attempt.job.step, nowMs: endOf(attempt), random });
}

async function release(
  context: ServiceContext,
  executor: Executor,
  unsent: readonly SentPostback[],
): Promise<void> {
  const nextAt = new Date(context.now().getTime() + comeBackMs);
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
