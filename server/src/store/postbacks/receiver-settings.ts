import type { PostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import { sql } from 'kysely';
import { unnestIds, type OwnedId } from '../conversions/attribution-terms.ts';
import type { Executor } from '../database/database.ts';

/** A traffic source with the settings of its receivers. */
export type SourceTerms = OwnedId & { name: string; postbackUrl: string | null } & PostbackRequest;

export async function listSourceTerms(
  executor: Executor,
  wanted: readonly OwnedId[],
): Promise<SourceTerms[]> {
  const { rows } = await sql<SourceTerms>`
    SELECT sources.id, sources.workspace_id AS "workspaceId", name, postback_url AS "postbackUrl",
      postback_method AS "postbackMethod", postback_headers AS "postbackHeaders", postback_body AS "postbackBody",
      postback_success_text AS "postbackSuccessText"
    FROM ${unnestIds(wanted)} JOIN traffic_sources AS sources
      ON sources.id = wanted.id AND sources.workspace_id = wanted.workspace_id`.execute(executor);
  return rows.map((row) => executor.seals.openIn(row, row.workspaceId));
}
