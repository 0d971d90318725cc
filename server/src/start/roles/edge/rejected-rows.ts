import { join } from 'node:path';
import { eraseRejected, listRejected } from '../../../edge/spool/erase-rejected.ts';
import { realFiles } from '../../../edge/spool/file-operations.ts';
import { describeError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import { Loop } from '../../../platform/loop.ts';
import { makeContext, systemActor } from '../../../services/context.ts';
import { findErasedVisits } from '../../../services/erasures/erase-visits.ts';
import type { Database } from '../../../store/database/database.ts';
import { streamNames } from './edge-slots.ts';

const everyMs = 60_000;
// A file may be written again under its name while its batch is tried again.
const anewMs = 3_600_000;

type RejectedRowsOptions = { database: Database; logger: Logger };

/** What was looked through, and when. */
type Seen = { text: string; atMs: number };

/**
 * Erases visits from what was set aside in a slot: nobody but the process beside it can reach these files. There hardly
 * ever are any, and as long as there are none the database is not asked.
 */
export async function eraseRejectedRows(
  slotPath: string,
  { database, logger }: RejectedRowsOptions,
  seen?: Seen,
): Promise<Seen | undefined> {
  const lists = await Promise.all(
    streamNames.map((stream) => listRejected(join(slotPath, stream), realFiles)),
  );
  const paths = lists.flat();
  if (paths.length === 0) return undefined;
  const erased = await findErasedVisits(makeContext(database, systemActor('edge')));
  if (erased.visitIds.size === 0) return undefined;
  const text = [erased.version, ...paths].join();
  if (seen?.text === text && performance.now() - seen.atMs < anewMs) return seen;
  const { rows, unreadable } = await eraseRejected(paths, realFiles, erased);
  if (rows > 0) logger.info({ rows }, 'rows of erased visits are gone from what was set aside');
  for (const path of unreadable)
    logger.warn({ path }, 'a visit was erased, and this file cannot be read: delete it by hand');
  return { text, atMs: performance.now() };
}

/** The same, where nothing else may depend on it: what fails is said, and tried again the next time. */
export async function tryEraseRejectedRows(
  slotPath: string,
  options: RejectedRowsOptions,
  seen?: Seen,
): Promise<Seen | undefined> {
  try {
    return await eraseRejectedRows(slotPath, options, seen);
  } catch (error) {
    const why = describeError(error);
    options.logger.warn({ why }, 'what was set aside could not be looked through for erased visits');
    return seen;
  }
}

/** Does so now and from minute to minute. */
export function watchRejectedRows(slotPath: string, options: RejectedRowsOptions): Loop {
  let seen: Seen | undefined;
  return new Loop({
    everyMs,
    work: async () => void (seen = await tryEraseRejectedRows(slotPath, options, seen)),
  });
}
