import { isDeepStrictEqual } from 'node:util';
import { goalRulesInput, type GoalRules, type GoalRulesInput } from '@waypost/contract/goals/goals.ts';
import { judgeOutboundUrl } from '../../domain/outbound/judge-url.ts';
import { judgeRequest, refuseHidden } from '../../domain/postbacks/postback-request.ts';
import { newId } from '../../platform/ids.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { readGoalRules, replaceGoalRules } from '../../store/records/goal-rules.ts';
import { recordChange } from '../audit/record-change.ts';
import { getCampaignForUpdate, saveCampaignVersion } from '../campaigns/campaigns.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput, type InputIssue } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseArchived } from '../records/refuse-blocked.ts';
import { buildGoalRules } from './goal-rules.ts';

export async function saveGoalRules(
  context: WorkspaceContext,
  campaignId: string,
  input: unknown,
): Promise<GoalRules> {
  requirePermission(context.actor, 'goals.write');
  const given = parseInput(goalRulesInput, input);
  refuseIfAny(judgePostbacks(context, given));
  const { workspaceId } = context;
  return await inWorkspace(context, async (executor) => {
    const campaign = await getCampaignForUpdate(executor, context, campaignId);
    if (campaign.status === 'archived')
      refuseArchived({ type: 'campaign', id: campaign.id, name: campaign.name });
    const before = (await readGoalRules(executor, workspaceId, campaign.id)) ?? [];
    refuseIfAny(findForeignIds(given, new Set(before.map(({ id }) => id))));
    const rules = buildGoalRules(given, newId);
    if (isDeepStrictEqual(rules, before)) return { rules };
    await replaceGoalRules(executor, workspaceId, campaign.id, rules);
    await recordChange(executor, workspaceId, context.actor, {
      action: 'campaign.save-goals',
      subjectId: campaign.id,
      name: campaign.name,
      version: campaign.version + 1,
      before: { rules: before },
      after: { rules },
    });
    await saveCampaignVersion(executor, context, campaign.id);
    // Edges do not use the goal rules, but they record the campaign's version with each visit.
    await requestPublishing(executor, workspaceId, { campaignIds: [campaign.id] }, context.now());
    return { rules };
  });
}

/**
 * Checks that postback URLs have public addresses, because this server calls the URLs and must not be used to reach its
 * own network.
 */
function judgePostbacks(context: WorkspaceContext, { rules }: GoalRulesInput): InputIssue[] {
  const allow = context.outboundAllow ?? [];
  return rules.flatMap(({ actions }, rule) =>
    actions.flatMap((given, action) => {
      const { postbackUrl } = given;
      const judged = postbackUrl === null ? undefined : judgeOutboundUrl(postbackUrl, allow);
      const refused =
        judged === undefined || judged.ok ? [] : [{ path: 'postbackUrl', message: judged.reason }];
      const issues = [...refused, ...judgeRequest(given), ...refuseHidden(given)];
      return issues.map(({ path, message }) => ({
        path: `rules.${rule}.actions.${action}.${path}`,
        message,
      }));
    }),
  );
}

function findForeignIds({ rules }: GoalRulesInput, known: ReadonlySet<string>): InputIssue[] {
  return rules.flatMap(({ id }, index) =>
    typeof id !== 'string' || known.has(id)
      ? []
      : [{ path: `rules.${index}.id`, message: 'is not a rule of this campaign' }],
  );
}

function refuseIfAny(issues: InputIssue[]): void {
  if (issues.length > 0) throw invalidInput(issues);
}
