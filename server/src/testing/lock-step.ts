import { sql } from 'kysely';
import type { WorkspaceContext } from '../services/context.ts';

type LockStep<Result> = { hadToWait: boolean; outcome: PromiseSettledResult<Result> };

/**
 * Runs the first change, starts the second before the first is committed, and commits the first once the second is
 * waiting for a lock or has finished. Returns whether the second change had to wait, which shows whether both changes
 * take the same lock.
 */
export async function inLockStep<Result>(
  context: WorkspaceContext,
  first: (open: WorkspaceContext) => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<LockStep<Result>> {
  const { pending, hadToWait } = await context.database.inWorkspace(context.workspaceId, async (executor) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(executor);
    await first({ ...context, transaction: executor });
    let isFinished = false;
    const running = Promise.allSettled([second()]).finally(() => {
      isFinished = true;
    });
    const blocksAnother = async () => await isBlocking(context, rows[0]?.pid ?? 0);
    let isWaiting = await blocksAnother();
    // oxlint-disable-next-line no-unmodified-loop-condition -- set by the concurrent promise
    while (!isWaiting && !isFinished) isWaiting = await blocksAnother();
    return { pending: running, hadToWait: isWaiting };
  });
  const [outcome] = await pending;
  return { hadToWait, outcome };
}

async function isBlocking({ database }: WorkspaceContext, pid: number): Promise<boolean> {
  const { rows } = await database.asLogin((executor) =>
    sql`SELECT pid FROM pg_stat_activity WHERE ${pid} = any(pg_blocking_pids(pid))`.execute(executor),
  );
  return rows.length > 0;
}
