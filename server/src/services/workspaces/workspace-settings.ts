import { workspaceSettingsChange, type WorkspaceSettings } from '@waypost/contract/settings.ts';
import {
  findWorkspaceSettings,
  lockWorkspace,
  replaceCurrencyRates,
  updateWorkspaceSettings as updateRow,
} from '../../store/accounts/workspace-settings.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { requireVersions } from '../records/require-version.ts';
import { bothSides, changedFields } from '../records/update-record.ts';
import { recordRetentionCuts } from '../retention/retention.ts';

export async function getWorkspaceSettings(context: WorkspaceContext): Promise<WorkspaceSettings> {
  requirePermission(context.actor, 'workspaces.read');
  const settings = await readInWorkspace(context, 'lookup', (executor) =>
    findWorkspaceSettings(executor, context.workspaceId),
  );
  return settings ?? refuseMissing('workspace');
}

/** Changes what is given and nothing else. Every campaign is published anew where the edges would notice. */
export async function updateWorkspaceSettings(
  context: WorkspaceContext,
  input: unknown,
): Promise<WorkspaceSettings> {
  requirePermission(context.actor, 'workspaces.settings');
  const { retention, warnings: _, ...given } = parseInput(workspaceSettingsChange, input);
  const { workspaceId } = context;
  return await inWorkspace(context, async (executor) => {
    await lockWorkspace(executor, workspaceId);
    const before = (await findWorkspaceSettings(executor, workspaceId)) ?? refuseMissing('workspace');
    requireVersions(context, { name: 'workspace' }, [
      { id: workspaceId, name: before.name, version: before.version },
    ]);
    const changed = changedFields<WorkspaceSettings>(before, {
      ...given,
      ...(retention === undefined ? {} : { retention: { ...before.retention, ...definedOnly(retention) } }),
    });
    const after = { ...before, ...changed };
    if (after.currency in after.rates)
      throw invalidInput([
        { path: `rates.${after.currency}`, message: 'is the workspace’s own currency: its rate is 1' },
      ]);
    if (Object.keys(changed).length === 0) return before;
    const now = context.now();
    await updateRow(executor, workspaceId, after, now);
    const kept = { before: before.retention, after: after.retention };
    await recordRetentionCuts(executor, workspaceId, kept, now);
    if (changed.rates !== undefined) await replaceCurrencyRates(executor, workspaceId, after.rates);
    await recordChange(executor, workspaceId, context.actor, {
      action: 'workspace.settings',
      subjectId: workspaceId,
      name: before.name,
      version: before.version + 1,
      ...bothSides(before, changed),
    });
    await requestPublishing(executor, workspaceId, { workspace: true }, now);
    return { ...after, version: before.version + 1 };
  });
}

function definedOnly<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
