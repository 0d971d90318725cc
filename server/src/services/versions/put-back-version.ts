import type { GoalRules } from '@waypost/contract/goals.ts';
import type { RotatorRules } from '@waypost/contract/rotators.ts';
import type { RecordType, VersionContent } from '../../store/record-versions.ts';
import { updateCampaignSettings } from '../campaigns/campaign-settings.ts';
import { updateCampaign } from '../campaigns/update-campaign.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { getGoalRules } from '../goals/get-goal-rules.ts';
import { saveGoalRules } from '../goals/save-goal-rules.ts';
import { requirePermission } from '../permissions.ts';
import { getRotatorRules } from '../rotators/get-rotator-rules.ts';
import { updateRotatorSettings } from '../rotators/rotator-settings.ts';
import { saveRotatorRules } from '../rotators/save-rotator-rules.ts';
import { updateRotator } from '../rotators/update-rotator.ts';
import { findVersion } from './get-version.ts';
import { saveCampaignVersion } from './save-campaign-version.ts';
import { saveRotatorVersion } from './save-rotator-version.ts';

const writePermissions = { campaign: 'campaigns.write', rotator: 'rotators.manage' } as const;

/**
 * Makes a record what it was, as a new version, through the verbs that change it: what it refers to must still be there
 * and in order. All of it or nothing.
 */
export async function putBackVersion(
  context: WorkspaceContext,
  record: { type: RecordType; id: string },
  version: string,
): Promise<void> {
  requirePermission(context.actor, writePermissions[record.type]);
  await inWorkspace(context, async (executor) => {
    const within: WorkspaceContext = { ...context, transaction: executor, withoutVersion: true };
    const { content } = await findVersion(within, record, version);
    if (record.type === 'campaign') {
      await putBackCampaign(within, record.id, content);
      await saveCampaignVersion(executor, context, record.id);
    } else {
      await putBackRotator(within, record.id, content);
      await saveRotatorVersion(executor, context, record.id);
    }
  });
}

async function putBackCampaign(
  context: WorkspaceContext,
  id: string,
  content: VersionContent,
): Promise<void> {
  await updateCampaign(context, id, content['campaign']);
  await updateCampaignSettings(context, id, content['settings']);
  const known = new Set((await getGoalRules(context, id)).rules.map((rule) => rule.id));
  // A rule that was removed since comes back as a new one.
  const rules = (content['goals'] as GoalRules['rules']).map(({ id: ruleId, ...rule }) =>
    known.has(ruleId) ? { id: ruleId, ...rule } : rule,
  );
  await saveGoalRules(context, id, { rules });
}

async function putBackRotator(context: WorkspaceContext, id: string, content: VersionContent): Promise<void> {
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
