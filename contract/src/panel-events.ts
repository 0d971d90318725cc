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
import { listPage, listQuery } from './paging.ts';
import { recordId } from './records.ts';
import type { RecordDimension } from './report-dimensions.ts';
import { timezoneName } from './text.ts';

/** The zone of times without one, and of the answer; the public API promises UTC instead. */
export const eventZone = timezoneName
  .meta({
    description:
      'An IANA name: of times without a zone, and of those in the answer. The workspace’s where it is left out.',
  })
  .optional();

const searched = z.string().min(1, 'must not be empty').max(512, 'must have at most 512 characters');

const { from, to, campaignId, type, idx } = eventFilter.shape;

/** What the panel narrows events by, besides a range. */
export const eventSearch = {
  timezone: eventZone,
  campaignId,
  type,
  idx,
  clickId: searched.meta({ description: 'Only what there is of this visit.' }).optional(),
  transactionId: searched.meta({ description: 'Only goals with this transaction id.' }).optional(),
  externalId: searched
    .meta({ description: 'Only what there is of visits with this click id of the traffic source.' })
    .optional(),
};

/** The panel finds events by what they are called, too; what names its visit or itself needs no range. */
export const eventListQuery = listQuery(['-time'], {
  from: from.optional(),
  to: to.optional(),
  ...eventSearch,
  eventId: recordId.meta({ description: 'Only the event with this id.' }).optional(),
});
export const checkedEventListQuery = eventListQuery
  .superRefine(refuseIdxOfOthers)
  .superRefine(({ clickId, eventId, ...given }, context) => {
    if (clickId !== undefined || eventId !== undefined) return;
    for (const name of ['from', 'to'] as const)
      if (given[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is required without clickId or eventId' });
  });

/** The same range as a file. */
export const eventFileFilter = eventExportFilter.extend({ timezone: eventZone });
export const checkedEventFileFilter = eventFileFilter.superRefine(refuseIdxOfOthers);

const label = z.string().nullable();

/** What the records of an event are called now, archived ones too. */
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
    description: 'What the records of the event are called now; null where there is none, or it is gone.',
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
 * What a list shows of an event; the rest is in its story. Nothing here is personal, and a traffic store may keep exactly
 * this once more, in the order of time: what is added needs a place there, or pages become many times slower.
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
    description: 'What these are called now; null where there is none, or it is gone.',
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
