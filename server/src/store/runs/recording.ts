import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export async function readRecordingSettings(
  executor: Executor,
  workspaceId: string,
): Promise<{
  addressPrivacy: string;
  sources: { campaignId: string; clickIdParam: string | null; tokens: { index: number; param: string }[] }[];
}> {
  const { rows: sources } = await sql<{
    campaignId: string;
    clickIdParam: string | null;
    tokens: { index: number; param: string }[];
  }>`
    SELECT campaign.id AS "campaignId", source.click_id_param AS "clickIdParam", source.tokens
    FROM campaigns AS campaign JOIN traffic_sources AS source ON source.id = campaign.traffic_source_id
    WHERE campaign.workspace_id = ${workspaceId}`.execute(executor);
  const { rows } = await sql<{ privacy: string }>`
    SELECT address_privacy AS privacy FROM workspaces WHERE id = ${workspaceId}`.execute(executor);
  return { addressPrivacy: rows[0]?.privacy ?? 'none', sources };
}
