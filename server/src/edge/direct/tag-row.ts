import { listCell } from '../../domain/traffic/cells.ts';
import { trafficColumns } from '../../domain/traffic/columns.ts';
import type { ClickId } from '../../domain/click-id/index.ts';
import { expiryDay, timeCell } from '../../domain/traffic/time-cells.ts';
import type { ServedCampaign } from '../snapshot/served-campaign.ts';

type Tagging = { id: string; timeMs: number; clickId: ClickId; tags: readonly string[] };

/**
 * Builds a row that adds tags to a recorded visit without changing any count. The visit's other attributes are added
 * when the row is stored. The row expires together with its visit.
 */
export function tagRow({ document }: ServedCampaign, { id, timeMs, clickId, tags }: Tagging): string {
  const cells: Partial<Record<(typeof trafficColumns)[number], string>> = {
    type: 'adjustment',
    workspace_id: document.workspaceId,
    campaign_id: document.campaign.id,
    visit_time: timeCell(clickId.timeMs),
    time: timeCell(timeMs),
    id,
    visit_id: clickId.visitId,
    expires: expiryDay(clickId.timeMs, document.retention.visitDays),
    tags: listCell(tags),
    reasons: listCell(['tag']),
  };
  return trafficColumns.map((name) => cells[name] ?? '').join('\t');
}
