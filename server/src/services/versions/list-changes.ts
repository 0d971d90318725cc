import type { ListPage } from '@waypost/contract/api/paging.ts';
import { changeListQuery, versionedTypes, type RecordChange } from '@waypost/contract/api/versions.ts';
import { compareContents } from '../../domain/versions/compare-contents.ts';
import { listChangePage } from '../../store/lists/changes.ts';
import { listRecordNames } from '../../store/records/record-versions.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { openList } from '../lists/open-list.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { idsIn, presentVersion, readPermissions } from './versions.ts';

/**
 * Returns changes to records that the caller may read, newest first, each compared with the previous version.
 */
export async function listChanges(
  context: WorkspaceContext,
  input: unknown = {},
): Promise<ListPage<RecordChange>> {
  requirePermission(context.actor, 'workspaces.read');
  const list = await openList(context, { name: 'changes', query: changeListQuery }, input);
  const { workspaceId, actor } = context;
  const { type, id, from, to } = list.filter;
  const types = versionedTypes.filter(
    (one) => (type === undefined || one === type) && isAllowed(actor, readPermissions[one]),
  );
  const filter = {
    types,
    ...(id === undefined ? {} : { id }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  return await inSnapshot(
    context,
    async (executor) => {
      const { rows, next } = await listChangePage(executor, workspaceId, filter, list.part);
      const contents = rows.flatMap(({ content, before }) =>
        before === null ? [content] : [before, content],
      );
      const ids = [...new Set([...rows.map((row) => row.id), ...idsIn(contents)])];
      const names = await listRecordNames(executor, workspaceId, ids);
      const items = rows.map((row) => ({
        type: row.type,
        id: row.id,
        name: row.type === 'workspace' ? 'Settings' : (names.get(row.id) ?? null),
        ...presentVersion({
          ...row,
          names,
          differences: row.before === null ? [] : compareContents(row.before, row.content, names),
        }),
      }));
      return list.answer(items, { next, total: null });
    },
    'list',
  );
}
