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

const intervalMs = 60_000;
// Files are checked again after this time, because a file may be rewritten under the same name while its batch is
// retried.
const recheckMs = 3_600_000;

type RejectedRowsOptions = { database: Database; logger: Logger };

type Checked = { text: string; atMs: number };

/**
 * Deletes the rejected rows of erased visits from a slot, which only an edge on the same machine can access. If there
 * are no files with rejected rows, as is normally the case, the database is not queried.
 */
export async function eraseRejectedRows(
  slotPath: string,
  { database, logger }: RejectedRowsOptions,
  checked?: Checked,
): Promise<Checked | undefined> {
  const lists = await Promise.all(
    streamNames.map((stream) => listRejected(join(slotPath, stream), realFiles)),
  );
  const paths = lists.flat();
  if (paths.length === 0) return undefined;
  const erased = await findErasedVisits(makeContext(database, systemActor('edge')));
  if (erased.visitIds.size === 0) return undefined;
  const text = [erased.version, ...paths].join();
  if (checked?.text === text && performance.now() - checked.atMs < recheckMs) return checked;
  const { rows, unreadable } = await eraseRejected(paths, realFiles, erased);
  if (rows > 0) logger.info({ rows }, 'deleted rejected rows of erased visits');
  for (const path of unreadable)
    logger.warn(
      { path },
      'failed to read a file of rejected rows that may contain an erased visit; delete the file manually',
    );
  return { text, atMs: performance.now() };
}

export async function tryEraseRejectedRows(
  slotPath: string,
  options: RejectedRowsOptions,
  checked?: Checked,
): Promise<Checked | undefined> {
  try {
    return await eraseRejectedRows(slotPath, options, checked);
  } catch (error) {
    const why = describeError(error);
    options.logger.warn({ why }, 'failed to delete rejected rows of erased visits');
    return checked;
  }
}

export function watchRejectedRows(slotPath: string, options: RejectedRowsOptions): Loop {
  let checked: Checked | undefined;
  return new Loop({
    everyMs: intervalMs,
    work: async () => void (checked = await tryEraseRejectedRows(slotPath, options, checked)),
  });
}
