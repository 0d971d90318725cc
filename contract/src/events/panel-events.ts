import { z } from 'zod';
import {
  eventExportFilter,
  eventFilter,
  goalEvent,
  landingClickEvent,
  postbackEvent,
  refuseIdxOfOthers,
  visitEvent,
} from './events.ts';
import { listPage, listQuery } from '../api/paging.ts';
import { recordId } from '../api/records.ts';
import type { RecordDimension } from '../reports/report-dimensions.ts';
import { timezoneName } from '../values/text.ts';

/** Time zone of a panel query. Defaults to the workspace's time zone, whereas the public API defaults to UTC. */
export const eventZone = timezoneName
  .meta({
    description:
      'IANA time zone for times without an offset and for the response. Defaults to the workspace time zone.',
  })
  .optional();

const searched = z.string().min(1, 'must not be empty').max(512, 'must have at most 512 characters');

const { from, to, campaignId, type, idx } = eventFilter.shape;

export const eventRecordFields = [
  'trafficSourceId',
  'affiliateNetworkId',
  'rotatorId',
  'landingId',
  'offerId',
] as const;
export type EventRecordField = (typeof eventRecordFields)[number];

const ofRecord = (record: string) =>
  recordId.meta({ description: `Only events for this ${record}.` }).optional();

export const eventSearch = {
  timezone: eventZone,
  campaignId,
  trafficSourceId: ofRecord('traffic source'),
  affiliateNetworkId: ofRecord('affiliate network'),
  rotatorId: ofRecord('rotator'),
  landingId: ofRecord('landing page'),
  offerId: ofRecord('offer'),
  type,
  idx,
  clickId: searched.meta({ description: 'Only events for the visit with this click ID.' }).optional(),
  transactionId: searched.meta({ description: 'Only conversions with this transaction ID.' }).optional(),
  externalId: searched
    .meta({ description: 'Only events for visits with this external click ID.' })
    .optional(),
};

export const eventListQuery = listQuery(['-time'], {
  from: from.optional(),
  to: to.optional(),
  ...eventSearch,
  eventId: recordId.meta({ description: 'Only the event with this ID.' }).optional(),
});
export const checkedEventListQuery = eventListQuery
  .superRefine(refuseIdxOfOthers)
  .superRefine(({ clickId, eventId, ...given }, context) => {
    if (clickId !== undefined || eventId !== undefined) return;
    for (const name of ['from', 'to'] as const)
      if (given[name] === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'is required if neither clickId nor eventId is given',
        });
  });

export const eventFileFilter = eventExportFilter.extend({ timezone: eventZone });
export const checkedEventFileFilter = eventFileFilter.superRefine(refuseIdxOfOthers);

const label = z.string().nullable();

const eventLabels = z
  .strictObject({
    campaign: label,
    trafficSource: label,
    affiliateNetwork: label,
    rotator: label,
    path: label,
    landing: label,
    offer: label,
  } satisfies Record<RecordDimension, typeof label>)
  .meta({
    id: 'EventLabels',
    description:
      'Current names of the event’s records. Null if the event has no such record or the record was deleted.',
  });
export type EventLabels = z.infer<typeof eventLabels>;

const labeled = { labels: eventLabels };
export const panelVisitEvent = visitEvent.extend(labeled).meta({ id: 'PanelVisitEvent' });
export const panelLandingClickEvent = landingClickEvent
  .extend(labeled)
  .meta({ id: 'PanelLandingClickEvent' });
export const panelGoalEvent = goalEvent.extend(labeled).meta({ id: 'PanelGoalEvent' });
export const panelPostbackEvent = postbackEvent.extend(labeled).meta({ id: 'PanelPostbackEvent' });

export const panelEvent = z
  .discriminatedUnion('type', [panelVisitEvent, panelLandingClickEvent, panelGoalEvent, panelPostbackEvent])
  .meta({ id: 'PanelEvent' });
export type PanelEvent = z.infer<typeof panelEvent>;

export const panelEventPage = listPage(panelEvent).meta({ id: 'PanelEventPage' });
export type PanelEventPage = z.infer<typeof panelEventPage>;

/**
 * Event fields shown in lists. None of them is personal data; the timeline shows all other fields. The traffic store
 * may keep exactly these columns in a second, time-ordered copy. A new field must also be added to that copy;
 * otherwise, lists become many times slower.
 */
const brief = {
  type: true,
  id: true,
  time: true,
  visitId: true,
  clickId: true,
  campaignId: true,
  country: true,
  deviceType: true,
  os: true,
  browser: true,
  cost: true,
  revenue: true,
} as const;
const briefLabels = eventLabels
  .pick({ campaign: true, trafficSource: true, landing: true, offer: true })
  .meta({
    id: 'BriefEventLabels',
    description: 'Current names. Null if the row has no such record or the record was deleted.',
  });
const briefLabeled = { labels: briefLabels };

const briefEvent = z
  .discriminatedUnion('type', [
    visitEvent
      .pick({ ...brief, outcome: true, bot: true, prefetch: true })
      .extend(briefLabeled)
      .meta({ id: 'BriefVisitEvent' }),
    landingClickEvent.pick(brief).extend(briefLabeled).meta({ id: 'BriefLandingClickEvent' }),
    goalEvent
      .pick({ ...brief, label: true, status: true, transactionId: true, isConversion: true })
      .extend(briefLabeled)
      .meta({ id: 'BriefGoalEvent' }),
    postbackEvent
      .pick({ ...brief, status: true, error: true, attempt: true })
      .extend(briefLabeled)
      .meta({ id: 'BriefPostbackEvent' }),
  ])
  .meta({ id: 'BriefEvent' });
export type BriefEvent = z.infer<typeof briefEvent>;

export const briefEventPage = listPage(briefEvent).meta({ id: 'BriefEventPage' });
export type BriefEventPage = z.infer<typeof briefEventPage>;
