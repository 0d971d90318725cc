import type { Executor } from '../../store/database/database.ts';
import { insertVersion, type VersionContent } from '../../store/records/record-versions.ts';
import { incrementVersion } from '../../store/records/records.ts';
import { readRotatorRules } from '../../store/records/rotator-rules.ts';
import { findRotatorSettings } from '../../store/records/rotators.ts';
import { actorColumns } from '../audit/record-change.ts';
import type { WorkspaceContext } from '../context.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { presentRotatorRules } from './rotator-rules.ts';

/**
 * Stores a version in the same transaction as the change. `isRaised` means that the version number has already been
 * incremented, as it is for saved rules and new rotators.
 */
export async function saveRotatorVersion(
  executor: Executor,
  context: WorkspaceContext,
  id: string,
  options: { isRaised?: boolean } = {},
): Promise<void> {
  if (context.withoutVersion === true) return;
  const { workspaceId, actor } = context;
  if (options.isRaised !== true) await incrementVersion(executor, 'rotators', workspaceId, id);
  const { version, content } = await readRotatorContent(executor, workspaceId, id);
  await insertVersion(
    executor,
    workspaceId,
    { type: 'rotator', id },
    { version, content, createdAt: context.now(), ...actorColumns(actor) },
  );
}

async function readRotatorContent(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<{ version: number; content: VersionContent }> {
  const rows = (await readRotatorRules(executor, workspaceId, id)) ?? refuseMissing('rotator');
  const extra = (await findRotatorSettings(executor, workspaceId, id)) ?? refuseMissing('rotator');
  const { version, ...routing } = presentRotatorRules(rows);
  const { name, shared, country, status, sticky, stickyLanding, stickyOffer, stickyDays } = extra;
  const settings = { sticky, stickyLanding, stickyOffer, stickyDays };
  return { version, content: { rotator: { name, shared, country, status }, settings, routing } };
}
