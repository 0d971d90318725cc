import type { EventRecordField } from '@waypost/contract/events/panel-events.ts';
import type { NamedRecordType } from '../../lib/records/named-records.ts';

/** IDs that events can be searched by, in display order. */
export const eventIdNames = {
  clickId: 'Click ID',
  transactionId: 'Transaction ID',
  externalId: 'External click ID',
} as const;
export type EventIdName = keyof typeof eventIdNames;

export const eventTypeNames = {
  visit: 'Visits',
  lpclick: 'LP clicks',
  event: 'Conversions',
  postback: 'Postbacks',
} as const;
export type EventType = keyof typeof eventTypeNames;

type EventRecord = { label: string; thing: NamedRecordType };

// Records that events can be filtered by with a link, such as from the page of an offer.
export const eventRecords = {
  trafficSourceId: { label: 'Traffic source', thing: 'traffic-sources' },
  affiliateNetworkId: { label: 'Affiliate network', thing: 'affiliate-networks' },
  rotatorId: { label: 'Rotator', thing: 'rotators' },
  landingId: { label: 'Landing page', thing: 'landings' },
  offerId: { label: 'Offer', thing: 'offers' },
} as const satisfies Record<EventRecordField, EventRecord>;

export const eventRecordFields = Object.keys(eventRecords) as EventRecordField[];

type RecordIds = { [field in EventRecordField]?: string };

function readRecordIds(search: Record<string, unknown>): RecordIds {
  return Object.fromEntries(
    eventRecordFields.flatMap((field) => {
      const id = search[field];
      return typeof id === 'string' && id !== '' ? [[field, id]] : [];
    }),
  );
}

export type EventSearch = RecordIds & {
  type?: EventType;
  campaignId?: string;
  by?: EventIdName;
  q?: string;
  /** Time range of the events. Ignored in a search by click ID. */
  range?: string;
  live?: true;
};

export function readEventSearch(search: Record<string, unknown>): EventSearch {
  const { campaignId, q, range, live } = search;
  const type = (Object.keys(eventTypeNames) as EventType[]).find((one) => one === search['type']);
  const by = (Object.keys(eventIdNames) as EventIdName[]).find((one) => one === search['by']);
  return {
    ...(type === undefined ? {} : { type }),
    ...(typeof campaignId === 'string' && campaignId !== '' ? { campaignId } : {}),
    ...readRecordIds(search),
    ...(by === undefined ? {} : { by }),
    // The router parses a value that consists of digits as a number.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(typeof range === 'string' && range !== '' ? { range } : {}),
    ...(live === true ? { live } : {}),
  };
}

type EventFilters = RecordIds & {
  type?: EventType;
  campaignId?: string;
  clickId?: string;
  transactionId?: string;
  externalId?: string;
};

export function eventFilters(search: EventSearch): EventFilters {
  const { type, campaignId, by = 'clickId', q } = search;
  return {
    ...(type === undefined ? {} : { type }),
    ...(campaignId === undefined ? {} : { campaignId }),
    ...readRecordIds(search),
    ...(q === undefined ? {} : { [by]: q.trim() }),
  };
}

/** Returns true if the list shows conversions by day, which can be compared with reports. */
export function isByDay({ live, q, type }: EventSearch): boolean {
  return live !== true && q === undefined && (type === undefined || type === 'event');
}
