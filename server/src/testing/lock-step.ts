import { sql } from 'kysely';
import type { WorkspaceContext } from '../services/context.ts';

type LockStep<Result> = { hadToWait: boolean; outcome: PromiseSettledResult<Result> };

/**
 * Does the first thing, begins the second while the first is not committed, and commits once the second waits for it or
 * is through. Says whether it had to wait: two changes that exclude each other must meet at a lock.
 */
export async function inLockStep<Result>(
  context: WorkspaceContext,
  first: (open: WorkspaceContext) => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<LockStep<Result>> {
  const { pending, hadToWait } = await context.database.inWorkspace(context.workspaceId, async (executor) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(executor);
    await first({ ...context, transaction: executor });
    let isThrough = false;
    const running = Promise.allSettled([second()]).finally(() => {
      isThrough = true;
    });
    const blocksAnother = async () => await isBlocking(context, rows[0]?.pid ?? 0);
    let isWaiting = await blocksAnother();
    // oxlint-disable-next-line no-unmodified-loop-condition -- set by the work that runs beside it
    while (!isWaiting && !isThrough) isWaiting = await blocksAnother();
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
