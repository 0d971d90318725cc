import { listCell } from '../../domain/traffic/cells.ts';
import { trafficColumns } from '../../domain/traffic/columns.ts';
import type { ClickId } from '../../domain/click-id/index.ts';
import { expiryDay, timeCell } from '../../domain/traffic/time-cells.ts';
import type { ServedCampaign } from '../snapshot/served-campaign.ts';

type Tagging = { id: string; timeMs: number; clickId: ClickId; tags: readonly string[] };

/**
 * Tags that a visit got later, as a row that adds to no count. What else is true of the visit is added when it
 * is stored; the row goes when its visit goes.
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
