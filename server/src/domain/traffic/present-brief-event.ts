import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import type { BriefEvent } from '@waypost/contract/events/panel-events.ts';
import { toNumber } from '../money/amount.ts';
import type { BriefRow } from './feed-row.ts';
import type { PresentingTools } from './present-event.ts';

type UnlabelledBrief = BriefEvent extends infer Event
  ? Event extends BriefEvent
    ? Omit<Event, 'labels'>
    : never
  : never;

export function presentBriefEvent(row: BriefRow, { clickIdOf, writeTime }: PresentingTools): UnlabelledBrief {
  const clickId = row.visitId === null ? '' : clickIdOf(row);
  const { type } = row;
  const shared = {
    id: row.id,
    time: writeTime(row.timeMs),
    visitId: row.visitId,
    clickId: clickId === '' ? null : clickId,
    campaignId: row.campaignId,
    country: row.country,
    deviceType: row.deviceType,
    os: row.os,
    browser: row.browser,
    cost: toNumber(row.cost),
    revenue: toNumber(row.revenue),
  };
  switch (type) {
    case 'visit':
      return { type, ...shared, outcome: row.outcome, bot: row.isBot, prefetch: row.isPrefetch };
    case 'lpclick':
      return { type, ...shared };
    case 'event': {
      const { label, transactionId, isConversion } = row;
      const status = row.status as ConversionStatus | null;
      return { type, ...shared, label, status, transactionId, isConversion };
    }
    case 'postback':
      return { type, ...shared, status: row.responseStatus, error: row.error, attempt: row.attempt };
  }
}
