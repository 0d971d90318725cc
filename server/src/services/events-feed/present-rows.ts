import type { FeedEvent } from '@waypost/contract/events.ts';
import type { BriefEvent, PanelEvent } from '@waypost/contract/panel-events.ts';
import type { BriefRow, FeedRow } from '../../domain/traffic/feed-row.ts';
import { hidePersonalData } from '../../domain/traffic/hide-personal-data.ts';
import { presentBriefEvent } from '../../domain/traffic/present-brief-event.ts';
import { presentEvent } from '../../domain/traffic/present-event.ts';
import { zonedTimeWriter } from '../../domain/traffic/zoned-time.ts';
import type { WorkspaceContext } from '../context.ts';
import { isAllowed } from '../permissions.ts';
import { clickIdFinder } from './click-id-finder.ts';
import { labelFinder } from './label-finder.ts';

/** Rows as the caller may see them. */
export async function presentRows(
  context: WorkspaceContext,
  timezone: string,
  rows: readonly FeedRow[],
): Promise<FeedEvent[]> {
  const clickIdOf = await clickIdFinder(context)(rows);
  const writeTime = zonedTimeWriter(timezone);
  const events = rows.map((row) => presentEvent(row, { clickIdOf, writeTime }));
  return isAllowed(context.actor, 'personal-data.read') ? events : events.map(hidePersonalData);
}

/** The same for the panel, whose screens show names instead of ids. */
export async function presentWithLabels(
  context: WorkspaceContext,
  timezone: string,
  rows: readonly FeedRow[],
): Promise<PanelEvent[]> {
  const [events, labelsOf] = await Promise.all([
    presentRows(context, timezone, rows),
    labelFinder(context)(rows),
  ]);
  return events.map((event) => ({ ...event, labels: labelsOf(event) }));
}

/** The same with the little that lists show, of which nothing is personal. */
export async function presentBriefly(
  context: WorkspaceContext,
  timezone: string,
  rows: readonly BriefRow[],
): Promise<BriefEvent[]> {
  const [clickIdOf, labelsOf] = await Promise.all([
    clickIdFinder(context)(rows),
    labelFinder(context, ['campaign', 'trafficSource', 'landing', 'offer'])(rows),
  ]);
  const tools = { clickIdOf, writeTime: zonedTimeWriter(timezone) };
  return rows.map((row) => ({ ...presentBriefEvent(row, tools), labels: labelsOf(row) }));
}
