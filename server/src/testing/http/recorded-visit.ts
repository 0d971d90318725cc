import { sql } from 'kysely';
import { clickIdPurpose, makeClickIds } from '../../domain/click-id/index.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import type { EventCells } from '../traffic/insert-event-rows.ts';
import { openTestTraffic } from '../traffic/traffic.ts';
import { insertVisitRows } from '../traffic/visit-rows.ts';
import { testSecrets } from './api-server.ts';

const recordedVisitMs = Date.parse('2026-06-15T10:00:00Z');

export async function makeRecordedVisit(
  { database, workspaceId }: WorkspaceContext,
  campaignId: string,
  cells: EventCells = {},
): Promise<string> {
  const traffic = openTestTraffic();
  try {
    const { rows } = await database.asSystem((executor) =>
      sql<{
        number: number;
      }>`SELECT number::float8 AS number FROM campaigns WHERE id = ${campaignId}`.execute(executor),
    );
    const row = { workspace_id: workspaceId, campaign_id: campaignId, visit_time: recordedVisitMs, ...cells };
    const [visitId = ''] = await insertVisitRows(traffic, [row]);
    const clickIds = makeClickIds(deriveKey(testSecrets.cookieSecret, clickIdPurpose));
    return clickIds.encode(visitId, rows[0]?.number ?? 0);
  } finally {
    await traffic.close();
  }
}
