import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type Named = { id: string; name: string };

export type AttentionFacts = {
  /**
   * Number of incoming postbacks in the last 24 hours by campaign and verdict, not counting the verdicts in `settled`.
   */
  unmatched: (Named & { verdict: string; count: number })[];
  failed: { origin: string; count: number }[];
  fullOffers: (Named & { until: Date })[];
  fullPaths: (Named & { path: string; until: Date })[];
  campaigns: (Named & { conversions: number; conversionsBefore: number })[];
};

// Only this many rows are counted, to keep the queries cheap.
const countedMax = 10_000;

export async function readAttentionFacts(
  executor: Executor,
  workspaceId: string,
  { now, settled }: { now: Date; settled: readonly string[] },
): Promise<AttentionFacts> {
  const unmatched = await sql<AttentionFacts['unmatched'][number]>`
    SELECT campaign.id, campaign.name, verdict, count(*)::int AS count
    FROM (
      SELECT campaign_id, verdict FROM inbox
      WHERE workspace_id = ${workspaceId} AND received_at > ${now}::timestamptz - interval '1 day'
        AND verdict <> ALL (${[...settled]}::text[])
      LIMIT ${countedMax}) AS request
    JOIN campaigns AS campaign ON campaign.workspace_id = ${workspaceId} AND campaign.id = request.campaign_id
    WHERE campaign.status <> 'archived'
    GROUP BY campaign.id, campaign.name, verdict ORDER BY count DESC, verdict`.execute(executor);
  const failed = await sql<AttentionFacts['failed'][number]>`
    SELECT origin, count(*)::int AS count FROM (
      SELECT origin FROM postback_jobs
      WHERE workspace_id = ${workspaceId} AND state = 'failed' AND finished_at > ${now}::timestamptz - interval '7 days'
      LIMIT ${countedMax}) AS job
    GROUP BY origin ORDER BY count DESC, origin`.execute(executor);
  const campaigns = await sql<AttentionFacts['campaigns'][number]>`
    SELECT campaign.id, campaign.name,
      count(*) FILTER (WHERE received_at > ${now}::timestamptz - interval '1 day')::int AS conversions,
      count(*) FILTER (WHERE received_at <= ${now}::timestamptz - interval '1 day')::int AS "conversionsBefore"
    FROM campaigns AS campaign
    LEFT JOIN conversions AS conversion ON conversion.workspace_id = campaign.workspace_id
      AND conversion.campaign_id = campaign.id AND is_conversion AND NOT is_test
      AND received_at > ${now}::timestamptz - interval '2 days'
    WHERE campaign.workspace_id = ${workspaceId} AND campaign.status = 'active'
    GROUP BY campaign.id, campaign.name`.execute(executor);
  return {
    unmatched: unmatched.rows,
    failed: failed.rows,
    campaigns: campaigns.rows,
    ...(await readFull(executor, workspaceId)),
  };
}

async function readFull(
  executor: Executor,
  workspaceId: string,
): Promise<Pick<AttentionFacts, 'fullOffers' | 'fullPaths'>> {
  const offers = await sql<AttentionFacts['fullOffers'][number]>`
    SELECT offer.id, offer.name, full_until AS until
    FROM full_records JOIN offers AS offer ON offer.workspace_id = full_records.workspace_id AND offer.id = record_id
    WHERE full_records.workspace_id = ${workspaceId} AND full_until > clock_timestamp() AND offer.status = 'active'
    ORDER BY offer.name, offer.id`.execute(executor);
  const paths = await sql<AttentionFacts['fullPaths'][number]>`
    SELECT rotator.id, rotator.name, path.name AS path, full_until AS until
    FROM full_records JOIN rotator_paths AS path ON path.workspace_id = full_records.workspace_id AND path.id = record_id
    JOIN rotators AS rotator ON rotator.workspace_id = path.workspace_id AND rotator.id = path.rotator_id
    WHERE full_records.workspace_id = ${workspaceId} AND full_until > clock_timestamp()
    ORDER BY rotator.name, path.name, path.id`.execute(executor);
  return { fullOffers: offers.rows, fullPaths: paths.rows };
}

/**
 * Returns the number of conversions of active campaigns for each 24-hour period before `end`. Index 0 is the most
 * recent period.
 */
export async function readConversionDays(
  executor: Executor,
  workspaceId: string,
  { end, days }: { end: Date; days: number },
): Promise<(Named & { conversions: number[] })[]> {
  const { rows } = await sql<Named & { day: number | null; count: number }>`
    SELECT campaign.id, campaign.name, floor(extract(epoch FROM ${end}::timestamptz - received_at) / 86400)::int AS day,
      count(conversion.campaign_id)::int AS count
    FROM campaigns AS campaign
    LEFT JOIN conversions AS conversion ON conversion.workspace_id = campaign.workspace_id
      AND conversion.campaign_id = campaign.id AND is_conversion AND NOT is_test
      AND received_at <= ${end} AND received_at > ${end}::timestamptz - ${days} * interval '1 day'
    WHERE campaign.workspace_id = ${workspaceId} AND campaign.status = 'active'
    GROUP BY campaign.id, campaign.name, day`.execute(executor);
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((counts) => {
    const [first] = counts;
    if (first === undefined) return [];
    const byDay = new Map(counts.map(({ day, count }) => [day, count]));
    const conversions = Array.from({ length: days }, (_, day) => byDay.get(day) ?? 0);
    return { id: first.id, name: first.name, conversions };
  });
}
