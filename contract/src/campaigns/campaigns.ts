import { z } from 'zod';
import { countryCode, shownCountry } from '../values/country.ts';
import { amount } from '../values/money.ts';
import { metricListPage, metricListQuery } from '../reports/metric-lists.ts';
import { archivedChoice, bothWays, textSearch } from '../api/paging.ts';
import {
  idList,
  ignoredField,
  includeArchived,
  nameFilter,
  readOnlyFields,
  recordId,
  restoredCount,
  timestamp,
} from '../api/records.ts';
import { recordName } from '../values/text.ts';
import { versionNumber } from '../api/versions.ts';

export const campaignStatus = z.enum(['active', 'paused', 'archived']).meta({ id: 'CampaignStatus' });
export type CampaignStatus = z.infer<typeof campaignStatus>;
const servedStatus = campaignStatus.exclude(['archived']);
export type ServedStatus = z.infer<typeof servedStatus>;

const costMode = z.enum(['none', 'cpv', 'cpuv', 'cpm', 'cpa', 'revshare', 'auto']).meta({
  id: 'CostMode',
  description:
    'How visits are charged: not at all, per visit, per unique visit, per 1,000 visits, per conversion, as a share of revenue, or as sent by the traffic source.',
});
export type CostMode = z.infer<typeof costMode>;

export function defaultCostMode({ costParam }: { costParam?: string | null | undefined }): CostMode {
  return (costParam ?? null) === null ? 'none' : 'auto';
}

/** Returns a warning if the campaign ignores the cost that its traffic source sends. */
export function formatIgnoredCost(mode: CostMode, costParam: string | null): string | undefined {
  if (mode === 'auto' || costParam === null) return undefined;
  const instead =
    mode === 'none' ? 'records visits with no cost' : `uses the amount set for its cost model "${mode}"`;
  return `The traffic source sends the cost of each visit in the parameter "${costParam}", but the campaign ignores it and ${instead}. Choose the cost model "auto" to record it`;
}

const trackingMethod = z.enum(['redirect', 'direct']).meta({
  id: 'TrackingMethod',
  description: '`direct`: a script on the landing page reports the visit, without a redirect.',
});
export type TrackingMethod = z.infer<typeof trackingMethod>;

const publishStatus = z.enum(['queued', 'published', 'failed']).meta({ id: 'PublishStatus' });
export type PublishStatus = z.infer<typeof publishStatus>;

const costAmount = {
  description: 'Amount in the workspace currency. For `revshare`, the share of revenue between 0 and 1.',
};
const trackingDomain = { description: 'Tracking domain. Defaults to the default tracking domain.' };
const prefetch = { description: 'Count prefetch requests as visits.' };

export const campaign = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    displayName: z.string().meta({
      description: 'Name of the traffic source, country (or Global) and campaign name, separated by hyphens.',
    }),
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
      .meta({ description: 'Creation time in UTC.' }),
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.infer<typeof campaign>;

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
      .enum(['active', 'paused'], 'must be active or paused for a new campaign')
      .meta({ default: 'active' })
      .nullish(),
    ...campaignReadOnly,
  })
  .meta({ id: 'NewCampaign' });

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
    /** `archived` is accepted because reads return this status, but campaigns are archived by a separate operation. */
    status: campaignStatus
      .meta({
        description: 'Only active and paused can be set. To archive a campaign, use the archive operation.',
      })
      .optional(),
    ...campaignReadOnly,
  })
  .meta({
    id: 'CampaignChange',
    description:
      'Omitted fields keep their values, including fields in nested objects. Null resets a field to its default.',
  });
export type CampaignChange = z.infer<typeof campaignChange>;

const limitMax = 200;

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
      .meta({
        description: 'Only campaigns with this status. To list archived campaigns, also set `archived`.',
      })
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
      count: z.int().meta({ description: 'Number of campaigns in this response.' }),
    }),
  })
  .meta({ id: 'CampaignList' });

const publish = z.strictObject({
  status: publishStatus.meta({
    description: 'Publication of the change to the edges.',
  }),
});
export const publishState = { publish };
export const writtenCampaign = z.strictObject({ campaign, publish }).meta({ id: 'WrittenCampaign' });
export type WrittenCampaign = z.infer<typeof writtenCampaign>;

export const restoredState = {
  status: servedStatus
    .meta({ description: 'Status after restoring. By default, the status before archiving.' })
    .optional(),
};

export const restoredCampaigns = z
  .strictObject({
    ...restoredCount.shape,
    runtimePendingIds: z
      .array(z.uuid())
      .meta({ description: 'Campaigns that are not live on every edge yet.' }),
    runtimePublishedIds: z.array(z.uuid()).meta({ description: 'Campaigns that are live on every edge.' }),
  })
  .meta({ id: 'RestoredCampaigns' });
export type RestoredCampaigns = z.infer<typeof restoredCampaigns>;
