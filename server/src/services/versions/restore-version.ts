import type { GoalRules } from '@waypost/contract/goals/goals.ts';
import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { compareContents } from '../../domain/versions/compare-contents.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  findCurrentVersion,
  findVersionContent,
  insertVersion,
  type ListedType,
  type RecordType,
  type VersionContent,
} from '../../store/records/record-versions.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { replaceTags } from '../../store/records/record-tags.ts';
import { incrementVersion, tablesByType, type LockedRecord } from '../../store/records/records.ts';
import { actorColumns, recordChange } from '../audit/record-change.ts';
import { affiliateNetworkRecord, updateAffiliateNetwork } from '../affiliate-networks/affiliate-networks.ts';
import { updateCampaignSettings } from '../campaigns/campaign-settings.ts';
import { campaignKind, saveCampaignVersion } from '../campaigns/campaigns.ts';
import { updateCampaign } from '../campaigns/update-campaign.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { getGoalRules } from '../goals/goal-rules.ts';
import { saveGoalRules } from '../goals/save-goal-rules.ts';
import { landingRecord, updateLanding } from '../landings/landings.ts';
import { offerRecord } from '../offers/offers.ts';
import { updateOffer } from '../offers/update-offer.ts';
import { requirePermission, type Permission } from '../permissions.ts';
import { getRecordForUpdate } from '../records/get-record.ts';
import { refuseArchived } from '../records/refuse-blocked.ts';
import type { RecordKind } from '../records/record-kind.ts';
import { getRotatorRules } from '../rotators/rotator-rules.ts';
import { updateRotatorSettings } from '../rotators/rotator-settings.ts';
import { rotatorKind, updateRotator } from '../rotators/rotators.ts';
import { saveRotatorRules } from '../rotators/save-rotator-rules.ts';
import { saveRotatorVersion } from '../rotators/save-rotator-version.ts';
import { trafficSourceRecord, updateTrafficSource } from '../traffic-sources/traffic-sources.ts';
import { lockWorkspaceSettings, updateWorkspaceSettings } from '../workspaces/workspace-settings.ts';
import { findVersion } from './versions.ts';

// Kinds of records for which one function updates all fields, including the version.
const updates = {
  landing: updateLanding,
  offer: updateOffer,
  'traffic-source': updateTrafficSource,
  'affiliate-network': updateAffiliateNetwork,
};

const kinds: Record<ListedType, RecordKind> = {
  campaign: campaignKind,
  rotator: rotatorKind,
  landing: landingRecord,
  offer: offerRecord,
  'traffic-source': trafficSourceRecord,
  'affiliate-network': affiliateNetworkRecord,
};

const writePermissions = {
  campaign: 'campaigns.write',
  rotator: 'rotators.manage',
  landing: 'landings.write',
  offer: 'offers.write',
  'traffic-source': 'traffic-sources.manage',
  'affiliate-network': 'affiliate-networks.write',
  workspace: 'workspaces.settings',
} as const satisfies Record<RecordType, Permission>;

/**
 * Restores an earlier state as a new version, completely or not at all. Uses the functions that update the record, so
 * that references are validated.
 */
export async function restoreVersion(
  context: WorkspaceContext,
  record: { type: RecordType; id: string },
  version: string,
): Promise<{ isChanged: boolean }> {
  requirePermission(context.actor, writePermissions[record.type]);
  return await inWorkspace(context, async (executor) => {
    const { expectedVersions: _, ...rest } = context;
    const within: WorkspaceContext = { ...rest, transaction: executor, withoutVersion: true };
    const { name, version: current } = await lockRecord(executor, context, record);
    const before = await findVersionContent(executor, context.workspaceId, record, current);
    const { content: kept } = await findVersion(within, record, version);
    const content = withCurrentStatus(record.type, kept, before);
    if (compareContents(before, content).length === 0) return { isChanged: false };
    await writeTags(executor, context.workspaceId, record, content);
    await write(within, record, content);
    await saveTagsOnly(executor, context, record, current);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: `${record.type}.put-back`,
      subjectId: record.id,
      name,
      version: current + 1,
      ...(before === undefined ? {} : { before }),
      after: content,
      details: { version: Number(version) },
    });
    if (record.type === 'campaign') {
      await saveCampaignVersion(executor, context, record.id);
      await requestPublishing(executor, context.workspaceId, { campaignIds: [record.id] }, context.now());
    } else if (record.type === 'rotator') {
      // The version was already incremented when the changed rules were saved.
      const raised = await findCurrentVersion(executor, context.workspaceId, {
        type: record.type,
        id: record.id,
      });
      await saveRotatorVersion(executor, context, record.id, { isRaised: raised !== current });
    }
    return { isChanged: true };
  });
}

async function writeTags(
  executor: Executor,
  workspaceId: string,
  { type, id }: { type: RecordType; id: string },
  content: VersionContent,
): Promise<void> {
  if (type !== 'workspace')
    await replaceTags(executor, workspaceId, { type, id, tags: content['tags'] as string[] });
}

// If only the tags differ, nothing else has saved a version. Campaigns and rotators save theirs afterward.
async function saveTagsOnly(
  executor: Executor,
  context: WorkspaceContext,
  { type, id }: { type: RecordType; id: string },
  before: number,
): Promise<void> {
  if (type === 'campaign' || type === 'rotator' || type === 'workspace') return;
  const { workspaceId } = context;
  if ((await findCurrentVersion(executor, workspaceId, { type, id })) !== before) return;
  await incrementVersion(executor, tablesByType[type], workspaceId, id);
  const content = (await findVersionContent(executor, workspaceId, { type, id }, before)) ?? {};
  await insertVersion(
    executor,
    workspaceId,
    { type, id },
    { version: before + 1, content, createdAt: context.now(), ...actorColumns(context.actor) },
  );
}

/**
 * Keeps the current status, because restoring a version must neither restore an archived record nor resume a paused
 * campaign.
 */
function withCurrentStatus(
  type: RecordType,
  content: VersionContent,
  current: VersionContent | undefined,
): VersionContent {
  if (type === 'workspace') return content;
  const part = content[type] as { status?: string };
  const now = current?.[type] as { status?: string } | undefined;
  return { ...content, [type]: { ...part, status: now?.status ?? 'active' } };
}

async function lockRecord(
  executor: Executor,
  context: WorkspaceContext,
  { type, id }: { type: RecordType; id: string },
): Promise<Pick<LockedRecord, 'name' | 'version'>> {
  if (type === 'workspace') return await lockWorkspaceSettings(executor, context);
  const record = await getRecordForUpdate(executor, context, kinds[type], id);
  if (record.isArchived) refuseArchived({ type, id: record.id, name: record.name });
  return record;
}

async function write(
  context: WorkspaceContext,
  { type, id }: { type: RecordType; id: string },
  content: VersionContent,
): Promise<void> {
  if (type === 'campaign') await restoreCampaign(context, id, content);
  else if (type === 'rotator') await restoreRotator(context, id, content);
  else if (type === 'workspace') await updateWorkspaceSettings(context, content[type]);
  else await updates[type](context, id, content[type]);
}

async function restoreCampaign(
  context: WorkspaceContext,
  id: string,
  content: VersionContent,
): Promise<void> {
  await updateCampaign(context, id, content['campaign']);
  await updateCampaignSettings(context, id, content['settings']);
  const known = new Set((await getGoalRules(context, id)).rules.map((rule) => rule.id));
  // A rule that has been deleted since the restored version was saved is created again.
  const rules = (content['goals'] as GoalRules['rules']).map(({ id: ruleId, ...rule }) =>
    known.has(ruleId) ? { id: ruleId, ...rule } : rule,
  );
  await saveGoalRules(context, id, { rules });
}

async function restoreRotator(context: WorkspaceContext, id: string, content: VersionContent): Promise<void> {
  await updateRotator(context, id, content['rotator']);
  await updateRotatorSettings(context, id, content['settings']);
  const current = await getRotatorRules(context, id);
  const known = new Set(current.rules.map((rule) => rule.id));
  const routing = content['routing'] as Omit<RotatorRules, 'version'>;
  const rules = routing.rules.map(({ id: ruleId, ...rule }) =>
    known.has(ruleId) ? { id: ruleId, ...rule } : rule,
  );
  await saveRotatorRules(context, id, { ...routing, rules, version: current.version });
}
