import {
  attentionKinds,
  type Attention,
  type AttentionItem,
  type AttentionKind,
} from '@waypost/contract/monitoring/attention.ts';
import { judgeCampaign } from '../../domain/attention/judge-campaign.ts';
import { settledVerdicts } from '../../domain/conversions/index.ts';
import { listOpenAlertItems } from '../../store/alerts/alerts.ts';
import { readAttentionFacts, type AttentionFacts } from '../../store/conversions/attention-facts.ts';
import { listFailingSchedules } from '../../store/reports/report-deliveries.ts';
import { kindsFor, readEffectiveRules, thresholdOf, type EffectiveRules } from './alert-rules.ts';
import { inSnapshot, readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic, WithInstallation } from '../tools.ts';
import { listKeys } from '../keys/keys.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { listPausedHosts } from '../postbacks/paused-hosts.ts';
import { readFreshness } from '../reports/open-report.ts';
import { readKnownWarnings } from '../warnings/known-warnings.ts';
import { ifTrafficAvailable, sumByCampaign } from './campaign-sums.ts';
import {
  describeFull,
  describeLateness,
  describeLost,
  describeFailed,
  describeFailedReports,
  describeKeys,
  describePaused,
  describeUnmatched,
  describeWarnings,
  type FoundAttention,
} from './describe-attention.ts';
import { readInstallationAttention } from './installation-attention.ts';

const hourMs = 3_600_000;
const listedMax = 20;

/** Kinds that are too expensive to check for each request. A worker checks them, and their open alerts are listed. */
const watchedKinds: readonly AttentionKind[] = [
  'spend-without-conversions',
  'unusual-conversion-rate',
  'expiring-certificate',
];

/** `WithInstallation` is optional, because agents may not see the state of the installation. */
type AttentionContext = WorkspaceContext & WithTraffic & Partial<WithInstallation>;

export async function listAttention(context: AttentionContext): Promise<Attention> {
  requirePermission(context.actor, 'campaigns.read');
  const [{ items: found, unknown }, watched] = await Promise.all([
    findAttention(context, await readEffectiveRules(context)),
    readInWorkspace(context, 'lookup', (executor) =>
      listOpenAlertItems(executor, context.workspaceId, watchedKinds),
    ),
  ]);
  const items = attentionKinds.flatMap((kind) =>
    [...found, ...watched].filter((item) => item.kind === kind).slice(0, listedMax),
  );
  return { items: items.map(withoutKey), isComplete: !unknown.includes('lost-traffic') };
}

type FoundItems = {
  items: FoundAttention[];
  unknown: AttentionKind[];
};

export async function findAttention(context: AttentionContext, rules: EffectiveRules): Promise<FoundItems> {
  const { actor, workspaceId } = context;
  const now = context.now();
  const facts = await inSnapshot(
    context,
    (executor) => readAttentionFacts(executor, workspaceId, { now, settled: settledVerdicts }),
    'list',
  );
  const [lost, late, paused, failedReports, warned, keys, installation] = await Promise.all([
    readLost(context, facts, now),
    readFreshness(context),
    isAllowed(actor, 'postbacks.read') ? listPausedHosts(context, { limit: '500' }) : undefined,
    readInWorkspace(context, 'list', (executor) => listFailingSchedules(executor, workspaceId)),
    readKnownWarnings(context),
    isAllowed(actor, 'keys.list') ? listKeys(context) : [],
    readInstallationAttention(context, rules),
  ]);
  const seen = new Set(kindsFor(actor));
  const items = [
    ...describeLateness(late, now, thresholdOf(rules, 'late-traffic')),
    ...(lost ?? []),
    ...describeUnmatched(facts.unmatched),
    ...describePaused(paused?.items ?? [], now),
    ...describeFailed(facts.failed),
    ...describeFailedReports(failedReports),
    ...describeFull(facts, now),
    ...describeWarnings(warned),
    ...describeKeys(keys, now, thresholdOf(rules, 'expiring-key')),
    ...installation.items,
  ].filter(({ kind }) => seen.has(kind));
  const unknown = lost === undefined ? (['lost-traffic', 'lost-conversions'] as const) : [];
  return { items, unknown: [...unknown, ...installation.unknown] };
}

async function readLost(
  context: WorkspaceContext & WithTraffic,
  { campaigns }: AttentionFacts,
  now: Date,
): Promise<AttentionItem[] | undefined> {
  const sixHours = (end: Date) =>
    sumByCampaign(context, 'visits', { from: new Date(end.getTime() - 6 * hourMs), to: end });
  const counted = await ifTrafficAvailable(() =>
    Promise.all([sixHours(now), sixHours(new Date(now.getTime() - 24 * hourMs))]),
  );
  if (counted === undefined) return undefined;
  const [visits, visitsBefore] = counted;
  return campaigns.flatMap((campaign) => {
    const pulse = {
      ...campaign,
      visits: visits.get(campaign.id) ?? 0,
      visitsBefore: visitsBefore.get(campaign.id) ?? 0,
    };
    const kind = judgeCampaign(pulse);
    return kind === undefined ? [] : [describeLost(kind, pulse)];
  });
}

function withoutKey({ kind, message, subject, count }: FoundAttention): AttentionItem {
  return { kind, message, subject, count };
}
