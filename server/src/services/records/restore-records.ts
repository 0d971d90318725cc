import { bulkIds } from '@waypost/contract/records.ts';
import { WaypostError } from '../../platform/errors.ts';
import { lockRecords, markRestored, type ArchivableTable } from '../../store/records.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';

export type RestorableRecord = { table: ArchivableTable; name: string };

/** All of them or none; what is active already counts as restored. Returns how many different records the call covered. */
export async function restoreRecords(
  context: WorkspaceContext,
  record: RestorableRecord,
  input: unknown,
): Promise<number> {
  const ids = [...new Set(parseInput(bulkIds, input).ids)];
  await inWorkspace(context, async (executor) => {
    const found = new Set(await lockRecords(executor, record.table, context.workspaceId, ids));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) {
      throw new WaypostError('NOT_FOUND', `some of the ${record.name}s do not exist`, {
        details: { missing },
      });
    }
    const change = { workspaceId: context.workspaceId, ids, now: context.now() };
    const restored = await markRestored(executor, record.table, change);
    for (const subjectId of restored) {
      await recordChange(executor, context.workspaceId, context.actor, {
        action: `${record.name}.restore`,
        subjectId,
      });
    }
  });
  return ids.length;
}
