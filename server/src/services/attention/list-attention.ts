import { attentionKinds, type Attention, type AttentionItem } from '@waypost/contract/attention.ts';
import { questionForm } from '@waypost/contract/report-forms.ts';
import { judgeCampaign } from '../../domain/attention/judge-campaign.ts';
import { WaypostError } from '../../platform/errors.ts';
import { settledVerdicts } from '../../domain/goals/index.ts';
import { readAttentionFacts, type AttentionFacts } from '../../store/attribution/attention-facts.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { listKeys } from '../keys/keys.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { listPausedHosts } from '../postbacks/paused-hosts.ts';
import { getReport } from '../reports/get-report.ts';
import { readFreshness } from '../reports/open-question.ts';
import { listWarnings } from '../warnings/list-warnings.ts';
import {
  describeFull,
  describeLateness,
  describeLost,
  describeFailed,
  describeKeys,
  describePaused,
  describeUnmatched,
  describeWarnings,
} from './describe-attention.ts';
import { readInstallationAttention } from './installation-attention.ts';

const hourMs = 3_600_000;
const listedMax = 20;
const rowsMax = 1_000;

/** What somebody should look at, of everything that is known here and that the caller may see. */
export async function listAttention(context: WorkspaceContext): Promise<Attention> {
  const { actor, workspaceId } = context;
  requirePermission(actor, 'campaigns.read');
  const now = context.now();
  const facts = await inSnapshot(
    context,
    (executor) => readAttentionFacts(executor, workspaceId, { now, settled: settledVerdicts }),
    'list',
  );
  const [lost, late, paused, warned, keys, installation] = await Promise.all([
    readLost(context, facts, now),
    readFreshness(context),
    isAllowed(actor, 'postbacks.read') ? listPausedHosts(context, {}) : undefined,
    listWarnings(context, { limit: '100' }),
    isAllowed(actor, 'keys.list') ? listKeys(context) : [],
    readInstallationAttention(context),
  ]);
  const found = [
    ...describeLateness(late, now),
    ...(lost ?? []),
    ...(isAllowed(actor, 'inbox.read') ? describeUnmatched(facts.unmatched) : []),
    ...describePaused(paused?.items ?? [], now),
    ...(isAllowed(actor, 'postbacks.read') ? describeFailed(facts.failed) : []),
    ...describeFull(facts, now),
    ...describeWarnings(warned.items),
    ...describeKeys(keys, now),
    ...installation,
  ];
  const items = attentionKinds.flatMap((kind) =>
    found.filter((item) => item.kind === kind).slice(0, listedMax),
  );
  return { items, isComplete: lost !== undefined };
}

/** Undefined while recorded traffic cannot be asked: everything else is told all the same. */
async function readLost(
  context: WorkspaceContext,
  { campaigns }: AttentionFacts,
  now: Date,
): Promise<AttentionItem[] | undefined> {
  try {
    const [visits, visitsBefore] = await Promise.all([
      countVisits(context, now),
      countVisits(context, new Date(now.getTime() - 24 * hourMs)),
    ]);
    return campaigns.flatMap((campaign) => {
      const pulse = {
        ...campaign,
        visits: visits.get(campaign.id) ?? 0,
        visitsBefore: visitsBefore.get(campaign.id) ?? 0,
      };
      const kind = judgeCampaign(pulse);
      return kind === undefined ? [] : [describeLost(kind, pulse)];
    });
  } catch (error) {
    if (error instanceof WaypostError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
    throw error;
  }
}

/** Visits of the six hours that end then, by campaign. */
async function countVisits(context: WorkspaceContext, end: Date): Promise<Map<string, number>> {
  const { rows } = await getReport(
    context,
    {
      from: new Date(end.getTime() - 6 * hourMs).toISOString(),
      to: end.toISOString(),
      dimensions: ['campaign'],
      metrics: ['visits'],
      limit: rowsMax,
    },
    { form: questionForm },
  );
  return new Map(rows.map((row) => [String(row['campaign']), Number(row['visits'])]));
}
