import { z } from 'zod';
import { countryCode, shownCountry } from './country.ts';
import { amount } from './money.ts';
import { metricListPage, metricListQuery } from './metric-lists.ts';
import { archivedChoice, bothWays, textSearch } from './paging.ts';
import {
  idList,
  ignoredField,
  includeArchived,
  nameFilter,
  readOnlyFields,
  recordId,
  restoredCount,
  timestamp,
} from './records.ts';
import { recordName } from './text.ts';
import { versionNumber } from './versions.ts';

export const campaignStatus = z.enum(['active', 'paused', 'archived']).meta({ id: 'CampaignStatus' });
export type CampaignStatus = z.infer<typeof campaignStatus>;
const servedStatus = campaignStatus.exclude(['archived']);
export type ServedStatus = z.infer<typeof servedStatus>;

const costMode = z.enum(['none', 'cpv', 'cpuv', 'cpm', 'cpa', 'revshare', 'auto']).meta({
  id: 'CostMode',
  description:
    'What is paid for: nothing, each visit, each unique visit, 1,000 visits, each conversion, a share of the revenue, or what the source says.',
});
export type CostMode = z.infer<typeof costMode>;

/** The cost mode for a campaign of this source: what the source sends is recorded where it sends something. */
export function defaultCostMode({ costParam }: { costParam?: string | null | undefined }): CostMode {
  return (costParam ?? null) === null ? 'none' : 'auto';
}

/** Says that a campaign does not record the cost that its source sends; undefined where it does. */
export function formatIgnoredCost(mode: CostMode, costParam: string | null): string | undefined {
  if (mode === 'auto' || costParam === null) return undefined;
  const instead = mode === 'none' ? 'visits cost 0' : `the amount of the mode "${mode}" is recorded`;
  return `The traffic source sends the cost of each visit in the parameter "${costParam}", but the campaign ignores it and ${instead}: choose the cost mode "auto" to record it`;
}

const trackingMethod = z.enum(['redirect', 'direct']).meta({
  id: 'TrackingMethod',
  description: '`direct`: no redirect, a script on the landing page reports the visit.',
});
export type TrackingMethod = z.infer<typeof trackingMethod>;

const publishStatus = z.enum(['queued', 'published', 'failed']).meta({ id: 'PublishStatus' });
export type PublishStatus = z.infer<typeof publishStatus>;

const costAmount = { description: 'For `revshare` the share of the revenue, 0 to 1.' };
const trackingDomain = { description: 'A tracking domain, set up in the panel; null for the usual one.' };
const prefetch = { description: 'Whether visits that a browser made in advance count.' };

export const campaign = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    displayName: z.string().meta({ description: 'Traffic source, country or Global, and name.' }),
    status: campaignStatus,
    trafficSourceId: z.uuid(),
    country: shownCountry.nullable(),
    cost: z.strictObject({ mode: costMode, amount: z.number().meta(costAmount) }),
    tracking: z.strictObject({
      method: trackingMethod,
      domainId: z.uuid().nullable().meta(trackingDomain),
      includePrefetch: z.boolean().meta(prefetch),
    }),
    destination: z.strictObject({ type: z.literal('rotator'), rotatorId: z.uuid() }),
    createdAt: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
      .meta({ description: 'In UTC.' }),
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.infer<typeof campaign>;

/** As the panel shows it: with the version to name in a write, and times as they are everywhere there. */
export const panelCampaign = campaign
  .extend({
    version: versionNumber,
    createdAt: timestamp,
    archivedFrom: servedStatus
      .nullable()
      .meta({ description: 'Status before the campaign was archived; null unless it is archived.' }),
  })
  .meta({ id: 'PanelCampaign' });
export type PanelCampaign = z.infer<typeof panelCampaign>;

/** What holds where nothing is said. */
export const campaignDefaults = {
  country: null,
  cost: { mode: 'none', amount: 0 },
  tracking: { method: 'redirect', domainId: null, includePrefetch: false },
} as const;

const cost = z.strictObject({
  mode: costMode.nullish(),
  amount: amount.meta({ description: `${costAmount.description} At most 6 decimals.` }).nullish(),
});
const tracking = z.strictObject({
  method: trackingMethod.nullish(),
  domainId: recordId.meta(trackingDomain).nullish(),
  includePrefetch: z.boolean().meta(prefetch).nullish(),
});
const rotatorMode = z.literal('use_rotator', 'must be use_rotator');
const campaignReadOnly = { ...readOnlyFields, displayName: ignoredField };

export const newCampaign = z
  .strictObject({
    name: recordName,
    trafficSourceId: recordId,
    country: countryCode.nullish(),
    cost: cost.nullish().meta({ default: campaignDefaults.cost }),
    tracking: tracking.nullish().meta({ default: campaignDefaults.tracking }),
    destination: z.strictObject({ mode: rotatorMode, rotatorId: recordId, type: ignoredField }),
    status: z
      .enum(['active', 'paused'], 'a new campaign is active or paused')
      .meta({ default: 'active' })
      .nullish(),
    ...campaignReadOnly,
  })
  .meta({ id: 'NewCampaign' });

/** Everything is optional, inside the nested objects too; null stands for what holds where nothing is said. */
export const campaignChange = z
  .strictObject({
    name: recordName.optional(),
    trafficSourceId: recordId.optional(),
    country: countryCode.nullish(),
    cost: cost.nullish(),
    tracking: tracking.nullish(),
    destination: z
      .strictObject({
        mode: rotatorMode.optional(),
        rotatorId: recordId.optional(),
        type: ignoredField,
      })
      .optional(),
    /** Archiving is an operation of its own; the word is known here because reads answer it. */
    status: campaignStatus.meta({ description: 'Only active and paused can be set.' }).optional(),
    ...campaignReadOnly,
  })
  .meta({
    id: 'CampaignChange',
    description: 'What is left out stays as it is, inside nested objects too; null stands for the default.',
  });
export type CampaignChange = z.infer<typeof campaignChange>;

const limitMax = 200;

/** How many campaigns a list holds where nothing is said. */
export const campaignLimitByDefault = 100;

export const campaignFilter = z.strictObject({
  includeArchived,
  limit: z
    .string()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= limitMax, {
      message: `must be a whole number from 1 to ${limitMax}`,
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: limitMax, default: campaignLimitByDefault })
    .optional(),
  ...nameFilter,
  ids: idList.optional(),
});

export const campaignListQuery = metricListQuery(
  ['-createdAt', ...bothWays('name', 'createdAt', 'updatedAt', 'status', 'country')],
  {
    ...textSearch,
    ...archivedChoice,
    ids: idList.optional(),
    status: campaignStatus
      .meta({ description: 'Only those in this state; archived ones have to be asked for besides.' })
      .optional(),
    country: countryCode.optional(),
    trafficSourceId: recordId.optional(),
    rotatorId: recordId.optional(),
    domainId: recordId.optional(),
  },
);
export const campaignsPage = metricListPage(panelCampaign, 'ListedCampaign').meta({ id: 'CampaignsPage' });

export const campaignList = z
  .strictObject({
    campaigns: z.array(campaign),
    meta: z.strictObject({
      limit: z.int(),
      count: z.int().meta({ description: 'How many are in this answer.' }),
    }),
  })
  .meta({ id: 'CampaignList' });

const publish = z.strictObject({
  status: publishStatus.meta({
    description: 'Whether the change reached the tracking runtime’s configuration.',
  }),
});
/** What the answer to a save has besides the campaign. */
export const publishState = { publish };
export const writtenCampaign = z.strictObject({ campaign, publish }).meta({ id: 'WrittenCampaign' });
export type WrittenCampaign = z.infer<typeof writtenCampaign>;

/** The state that campaigns are restored to. */
export const restoredState = {
  status: servedStatus
    .meta({ description: 'Status after restoring. By default, the status before archiving.' })
    .optional(),
};

export const restoredCampaigns = z
  .strictObject({
    ...restoredCount.shape,
    runtimePendingIds: z.array(z.uuid()).meta({ description: 'Not served by every live runtime yet.' }),
    runtimePublishedIds: z.array(z.uuid()).meta({ description: 'Served by every live runtime.' }),
  })
  .meta({ id: 'RestoredCampaigns' });
export type RestoredCampaigns = z.infer<typeof restoredCampaigns>;
