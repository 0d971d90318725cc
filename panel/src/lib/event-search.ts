/** By what an event is looked for, in the order in which it is offered. */
export const eventIdNames = {
  clickId: 'Click id',
  transactionId: 'Transaction id',
  externalId: 'External id',
} as const;
export type EventIdName = keyof typeof eventIdNames;

/** Types of events, as people call them. */
export const eventTypeNames = {
  visit: 'Visits',
  lpclick: 'LP clicks',
  event: 'Conversions and events',
  postback: 'Postbacks',
} as const;
export type EventType = keyof typeof eventTypeNames;

/** What a list of events shows, as its address says it. */
export type EventSearch = {
  type?: EventType;
  campaignId?: string;
  /** What is looked for, and by what. */
  by?: EventIdName;
  q?: string;
  /** Of which days; all of them where a click id is looked for. */
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
    ...(by === undefined ? {} : { by }),
    // A text of digits comes as a number.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(typeof range === 'string' && range !== '' ? { range } : {}),
    ...(live === true ? { live } : {}),
  };
}

type EventFilters = {
  type?: EventType;
  campaignId?: string;
  clickId?: string;
  transactionId?: string;
  externalId?: string;
};

/** The same in the words of the API. */
export function eventFilters({ type, campaignId, by = 'clickId', q }: EventSearch): EventFilters {
  return {
    ...(type === undefined ? {} : { type }),
    ...(campaignId === undefined ? {} : { campaignId }),
    ...(q === undefined ? {} : { [by]: q.trim() }),
  };
}
