import { z } from 'zod';
import { countryCode } from './country.ts';
import { amount } from './money.ts';
import { idList, readOnlyFields, recordId, switchedOn } from './records.ts';
import { recordName } from './text.ts';

export const campaignStatus = z.enum(['active', 'paused', 'archived']);
export type CampaignStatus = z.infer<typeof campaignStatus>;

/** What a visit costs: nothing, each visit, each unique visit, 1,000 visits, each conversion, a share of the revenue, or what the source says. */
export const costMode = z.enum(['none', 'cpv', 'cpuv', 'cpm', 'cpa', 'revshare', 'auto']);
export type CostMode = z.infer<typeof costMode>;

/** `direct`: no redirect, a script on the landing page reports the visit. */
export const trackingMethod = z.enum(['redirect', 'direct']);
export type TrackingMethod = z.infer<typeof trackingMethod>;

export const publishStatus = z.enum(['queued', 'published', 'failed']);
export type PublishStatus = z.infer<typeof publishStatus>;

export const campaign = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  displayName: z.string(),
  status: campaignStatus,
  trafficSourceId: z.uuid(),
  country: z.string().nullable(),
  cost: z.strictObject({ mode: costMode, amount: z.number() }),
  tracking: z.strictObject({
    method: trackingMethod,
    domainId: z.uuid().nullable(),
    includePrefetch: z.boolean(),
  }),
  destination: z.strictObject({ type: z.literal('rotator'), rotatorId: z.uuid() }),
  createdAt: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
});
export type Campaign = z.infer<typeof campaign>;

/** What holds where nothing is said. */
export const campaignDefaults = {
  country: null,
  cost: { mode: 'none', amount: 0 },
  tracking: { method: 'redirect', domainId: null, includePrefetch: false },
} as const;

const cost = z.strictObject({ mode: costMode.nullish(), amount: amount.nullish() });
const tracking = z.strictObject({
  method: trackingMethod.nullish(),
  domainId: recordId.nullish(),
  includePrefetch: z.boolean().nullish(),
});
const rotatorMode = z.literal('use_rotator', 'must be use_rotator');

const campaignReadOnly = { ...readOnlyFields, displayName: z.unknown().optional() };

export const newCampaign = z.strictObject({
  name: recordName,
  trafficSourceId: recordId,
  country: countryCode.nullish(),
  cost: cost.nullish(),
  tracking: tracking.nullish(),
  destination: z.strictObject({ mode: rotatorMode, rotatorId: recordId, type: z.unknown().optional() }),
  status: z.enum(['active', 'paused'], 'a new campaign is active or paused').optional(),
  ...campaignReadOnly,
});

/** Everything is optional, inside the nested objects too; null stands for what holds where nothing is said. */
export const campaignChange = z.strictObject({
  name: recordName.optional(),
  trafficSourceId: recordId.optional(),
  country: countryCode.nullish(),
  cost: cost.nullish(),
  tracking: tracking.nullish(),
  destination: z
    .strictObject({
      mode: rotatorMode.optional(),
      rotatorId: recordId.optional(),
      type: z.unknown().optional(),
    })
    .optional(),
  /** Archiving is an operation of its own; the word is known here because reads answer it. */
  status: campaignStatus.optional(),
  ...campaignReadOnly,
});
export type CampaignChange = z.infer<typeof campaignChange>;

const limitMax = 200;

export const campaignFilter = z.strictObject({
  includeArchived: switchedOn.optional(),
  limit: z
    .string()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= limitMax, {
      message: `must be a whole number from 1 to ${limitMax}`,
    })
    .transform(Number)
    .optional(),
  query: z.string().optional(),
  q: z.string().optional(),
  ids: idList.optional(),
});

export const campaignList = z.strictObject({
  campaigns: z.array(campaign),
  meta: z.strictObject({ limit: z.int(), count: z.int() }),
});

export const publish = z.strictObject({ status: publishStatus });
export const writtenCampaign = z.strictObject({ campaign, publish });
export type WrittenCampaign = z.infer<typeof writtenCampaign>;

export const archivedCount = z.strictObject({ archived: z.int() });

export const restoredCampaigns = z.strictObject({
  restored: z.int(),
  /** Not served by every live edge yet. */
  runtimePendingIds: z.array(z.uuid()),
  runtimePublishedIds: z.array(z.uuid()),
});
export type RestoredCampaigns = z.infer<typeof restoredCampaigns>;
