import type { FeedEvent } from '@waypost/contract/events/events.ts';
import type { BriefEvent, PanelEvent } from '@waypost/contract/events/panel-events.ts';
import { hideInUrl } from '../../domain/postbacks/hide-secrets.ts';
import type { BriefRow, FeedRow } from '../../domain/traffic/feed-row.ts';
import { hidePersonalData } from '../../domain/traffic/hide-personal-data.ts';
import { presentBriefEvent } from '../../domain/traffic/present-brief-event.ts';
import { presentEvent } from '../../domain/traffic/present-event.ts';
import { zonedTimeWriter } from '../../domain/traffic/zoned-time.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { isAllowed } from '../permissions.ts';
import { maySeeSecrets } from '../show-secrets.ts';
import { clickIdFinder } from './click-id-finder.ts';
import { labelFinder } from './label-finder.ts';

export async function presentRows(
  context: WorkspaceContext & WithTraffic,
  timezone: string,
  rows: readonly FeedRow[],
): Promise<FeedEvent[]> {
  const clickIdOf = await clickIdFinder(context)(rows);
  const writeTime = zonedTimeWriter(timezone);
  const events = rows.map((row) => presentEvent(row, { clickIdOf, writeTime }));
  const shown = maySeeSecrets(context.actor) ? events : events.map(hideSecretsOfUrl);
  return isAllowed(context.actor, 'personal-data.read') ? shown : shown.map(hidePersonalData);
}

function hideSecretsOfUrl(event: FeedEvent): FeedEvent {
  if (event.type !== 'postback' || event.url === null) return event;
  return { ...event, url: hideInUrl(event.url) };
}

export async function presentWithLabels(
  context: WorkspaceContext & WithTraffic,
  timezone: string,
  rows: readonly FeedRow[],
): Promise<PanelEvent[]> {
  const [events, labelsOf] = await Promise.all([
    presentRows(context, timezone, rows),
    labelFinder(context)(rows),
  ]);
  return events.map((event) => ({ ...event, labels: labelsOf(event) }));
}

/** Presents the short form of events, which contains no personal data, so no field is hidden. */
export async function presentBriefly(
  context: WorkspaceContext & WithTraffic,
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
