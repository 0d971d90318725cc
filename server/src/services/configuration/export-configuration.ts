import { hideSecrets } from '../../domain/postbacks/hide-secrets.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { describeWorkspace } from './describe-workspace.ts';
import type { EntryLists } from './entries.ts';
import { kinds } from './kinds.ts';
import { readWorkspace } from './read-workspace.ts';
import { writeFiles } from './write-files.ts';

type ExportedConfiguration = {
  files: Map<string, string>;
  counts: Record<string, number>;
};

/** Exports the configuration from one snapshot. The same configuration always produces the same files. */
export async function exportConfiguration(
  context: WorkspaceContext,
  { includeArchived, withSecrets }: { includeArchived: boolean; withSecrets?: boolean },
): Promise<ExportedConfiguration> {
  requirePermission(context.actor, 'configuration.export');
  const rows = await inSnapshot(context, (executor) => readWorkspace(executor, context.workspaceId));
  const { settings, records } = describeWorkspace(rows, { includeArchived });
  const entries = Object.fromEntries(
    kinds.map((kind) => [kind, [...records[kind].values()].map(({ entry }) => entry)]),
  ) as EntryLists;
  return {
    files: writeFiles(settings, withSecrets ? entries : hideSecrets(entries)),
    counts: Object.fromEntries(kinds.map((kind) => [kind, entries[kind].length])),
  };
}
