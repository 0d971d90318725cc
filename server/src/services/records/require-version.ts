import { hideHeaders } from '../../domain/postbacks/postback-request.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database/database.ts';
import type { Author } from '../../store/records/campaign-content.ts';
import {
  findCurrentVersion,
  findVersionContent,
  type RecordType,
} from '../../store/records/record-versions.ts';
import type { Actor, WorkspaceContext } from '../context.ts';

/**
 * Refuses a change that was made on another version than the one there is, and shows both: what it was made on and what
 * has become of it. A change that names no version is made on whatever there is.
 */
export async function requireVersion(
  executor: Executor,
  { workspaceId }: WorkspaceContext,
  record: { type: RecordType; id: string },
  madeOn: number | undefined,
): Promise<void> {
  if (madeOn === undefined) return;
  const current = await findCurrentVersion(executor, workspaceId, record);
  if (madeOn === current) return;
  const contentOf = async (version: number) =>
    hideHeaders((await findVersionContent(executor, workspaceId, record, version)) ?? null);
  throw new WaypostError('CONFLICT', `the ${record.type} was changed since it was read`, {
    details: {
      version: current,
      current: await contentOf(current ?? 0),
      madeOn: await contentOf(madeOn),
    },
  });
}

export function authorOf(actor: Actor): Author {
  return { type: actor.type, id: 'id' in actor ? actor.id : null, label: actor.label };
}
