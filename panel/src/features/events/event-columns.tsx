import { countryName } from '../../lib/format/country-names.ts';
import type { BriefEvent } from '../../lib/api/api.ts';
import { formatMoney, noNumber } from '../../lib/format/format-metrics.ts';
import type { Column } from '../../ui/table/column.ts';
import { clockColumn } from '../../ui/log/clock-column.ts';

export type EventRow = { id: string; event: BriefEvent };

const typeLabels = {
  visit: 'Visit',
  lpclick: 'LP click',
  event: 'Custom event',
  postback: 'Postback',
} as const;

/** Returns live events followed by the listed events, without duplicates. */
export function mergeEvents(live: readonly BriefEvent[], listed: readonly BriefEvent[]): EventRow[] {
  const byKey = new Map<string, EventRow>();
  for (const event of [...live, ...listed]) {
    // Each change to a conversion is a separate event with the same ID, so the key includes the time.
    const id = `${event.id} ${event.time}`;
    if (!byKey.has(id)) byKey.set(id, { id, event });
  }
  return [...byKey.values()];
}

function formatEvent(event: BriefEvent): string {
  const { labels } = event;
  switch (event.type) {
    case 'visit':
      return [
        event.bot ? 'bot' : '',
        event.prefetch ? 'prefetch' : '',
        event.outcome ?? '',
        labels.landing ?? labels.offer ?? '',
      ]
        .filter((part) => part !== '')
        .join(', ');
    case 'lpclick':
      return `to ${labels.offer ?? 'offer'}`;
    case 'event':
      return [event.label ?? 'event', event.status ?? '', event.transactionId ?? '']
        .filter((part) => part !== '')
        .join(', ');
    case 'postback':
      return event.status === null
        ? `failed (${event.error ?? 'unknown error'}), attempt ${event.attempt}`
        : `HTTP ${event.status}, attempt ${event.attempt}`;
  }
}

export function eventColumns(currency: string, timezone: string): Column<EventRow>[] {
  return [
    clockColumn({ id: 'time', label: 'Time', timezone }, ({ event }) => event.time),
    {
      id: 'type',
      label: 'Type',
      value: ({ event }) =>
        event.type === 'event' && event.isConversion ? 'Conversion' : typeLabels[event.type],
      widthPx: 120,
      isMain: true,
    },
    { id: 'what', label: 'Details', value: ({ event }) => formatEvent(event), widthPx: 260 },
    { id: 'campaign', label: 'Campaign', value: ({ event }) => event.labels.campaign, widthPx: 180 },
    {
      id: 'country',
      label: 'Country',
      value: ({ event }) => (event.country === null ? null : countryName(event.country)),
      widthPx: 120,
    },
    {
      id: 'device',
      label: 'Device',
      value: ({ event }) =>
        [event.deviceType, event.os, event.browser].filter((part) => part !== null).join(', '),
      widthPx: 180,
    },
    money('cost', 'Cost', currency),
    { ...money('revenue', 'Revenue', currency), isMain: true },
    { id: 'clickId', label: 'Click ID', value: ({ event }) => event.clickId, widthPx: 220, isExtra: true },
    {
      id: 'source',
      label: 'Traffic source',
      value: ({ event }) => event.labels.trafficSource,
      widthPx: 160,
      isExtra: true,
    },
    { id: 'offer', label: 'Offer', value: ({ event }) => event.labels.offer, widthPx: 160, isExtra: true },
  ];
}

function money(id: 'cost' | 'revenue', label: string, currency: string): Column<EventRow> {
  return {
    id,
    label,
    value: ({ event }) => event[id],
    cell: ({ event }) => (event[id] === 0 ? noNumber : formatMoney(event[id], currency)),
    isFigure: true,
    widthPx: 90,
  };
}
