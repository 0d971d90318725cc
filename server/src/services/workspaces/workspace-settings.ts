import { workspaceSettingsChange, type WorkspaceSettings } from '@waypost/contract/accounts/settings.ts';
import {
  findWorkspaceSettings,
  lockWorkspace,
  replaceCurrencyRates,
  updateWorkspaceSettings as updateRow,
} from '../../store/accounts/workspace-settings.ts';
import { hasCampaigns } from '../../store/records/campaigns.ts';
import { WaypostError } from '../../platform/errors.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import type { Executor } from '../../store/database/database.ts';
import { insertVersion } from '../../store/records/record-versions.ts';
import { actorColumns, recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type Actor, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { requireVersions } from '../records/require-version.ts';
import { beforeAndAfter, changedFields } from '../records/update-record.ts';
import { recordRetentionCuts } from '../retention/retention.ts';
import { moveReportSchedules } from './move-report-schedules.ts';

export async function getWorkspaceSettings(context: WorkspaceContext): Promise<WorkspaceSettings> {
  requirePermission(context.actor, 'workspaces.read');
  const settings = await readInWorkspace(context, 'lookup', (executor) =>
    findWorkspaceSettings(executor, context.workspaceId),
  );
  return settings ?? refuseMissing('workspace');
}

/** Updates the settings and publishes all campaigns again, because the settings are part of their documents. */
export async function updateWorkspaceSettings(
  context: WorkspaceContext,
  input: unknown,
): Promise<WorkspaceSettings> {
  requirePermission(context.actor, 'workspaces.settings');
  const { retention, relabelAmounts, warnings: _, ...given } = parseInput(workspaceSettingsChange, input);
  const { workspaceId } = context;
  return await inWorkspace(context, async (executor) => {
    const before = await lockWorkspaceSettings(executor, context);
    const changed = changedFields<WorkspaceSettings>(before, {
      ...given,
      ...(retention === undefined ? {} : { retention: { ...before.retention, ...definedOnly(retention) } }),
    });
    const after = { ...before, ...changed };
    if (after.currency in after.rates)
      throw invalidInput([
        { path: `rates.${after.currency}`, message: 'is the workspace’s own currency; its rate is always 1' },
      ]);
    if (Object.keys(changed).length === 0) return before;
    if (changed.currency !== undefined && relabelAmounts !== true)
      await refuseRelabeling(executor, workspaceId, { before: before.currency, after: after.currency });
    const now = context.now();
    await updateRow(executor, workspaceId, after, now);
    const kept = { before: before.retention, after: after.retention };
    await recordRetentionCuts(executor, workspaceId, kept, now);
    if (changed.timezone !== undefined)
      await moveReportSchedules(executor, workspaceId, { timezone: after.timezone, now });
    if (changed.rates !== undefined) await replaceCurrencyRates(executor, workspaceId, after.rates);
    await recordChange(executor, workspaceId, context.actor, {
      action: 'workspace.settings',
      subjectId: workspaceId,
      name: before.name,
      version: before.version + 1,
      ...beforeAndAfter(before, changed),
    });
    await requestPublishing(executor, workspaceId, { workspace: true }, now);
    const written = { ...after, version: before.version + 1 };
    await saveSettingsVersion(executor, workspaceId, written, { actor: context.actor, now });
    return written;
  });
}

/**
 * Rejects a change of currency that the caller has not confirmed. Amounts are stored as numbers in the workspace's
 * currency, so changing the currency relabels all of them without converting them. A workspace without campaigns has no
 * amounts.
 */
async function refuseRelabeling(
  executor: Executor,
  workspaceId: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  if (!(await hasCampaigns(executor, workspaceId))) return;
  throw new WaypostError(
    'CONFLICT',
    `Changing the currency does not convert amounts: 100 ${before} would become 100 ${after}. Confirm the change in the workspace settings (relabelAmounts in the API, --relabel-amounts for waypost import), or create a separate workspace for ${after}.`,
    { reason: 'amounts-in-currency', details: { before, after } },
  );
}

export async function lockWorkspaceSettings(
  executor: Executor,
  context: WorkspaceContext,
): Promise<WorkspaceSettings> {
  const { workspaceId } = context;
  await lockWorkspace(executor, workspaceId);
  const settings = (await findWorkspaceSettings(executor, workspaceId)) ?? refuseMissing('workspace');
  const { name, version } = settings;
  requireVersions(context, { name: 'workspace' }, [{ id: workspaceId, name, version }]);
  return settings;
}

export async function saveSettingsVersion(
  executor: Executor,
  workspaceId: string,
  { version, ...content }: WorkspaceSettings,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await insertVersion(
    executor,
    workspaceId,
    { type: 'workspace', id: workspaceId },
    { version, content: { workspace: content }, createdAt: now, ...actorColumns(actor) },
  );
}

function definedOnly<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
