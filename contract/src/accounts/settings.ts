import { z } from 'zod';
import { currencyCode } from '../values/currency.ts';
import { amount } from '../values/money.ts';
import { ignoredField } from '../api/records.ts';
import { recordName, timezoneName } from '../values/text.ts';
import { versionNumber } from '../api/versions.ts';
import { pageUrl } from '../values/web-address.ts';
import { wholeNumber } from '../values/whole-number.ts';

export const addressPrivacy = z.enum(['full', 'truncated', 'none']);
export type AddressPrivacy = z.infer<typeof addressPrivacy>;

export const visitorRecognition = z.enum(['cookie', 'cookieless']).meta({
  description:
    'How returning visitors are recognized: by a signed cookie on the tracking domain or, without a cookie, by a hash that is valid for one day (UTC) and kept only in the edge’s memory.',
});
export type VisitorRecognition = z.infer<typeof visitorRecognition>;

const maxCostPerVisit = amount
  .refine((value) => value > 0, 'must be greater than 0')
  .meta({
    description:
      'Maximum cost per visit that a traffic source can send, in the workspace currency. Higher values are recorded as 0, with a reason on the visit.',
  });

const days = (most: number) => wholeNumber(1, most);

const retentionDays = days(3_650).meta({ description: 'Retention in days. Older rows are deleted.' });

const rate = z
  .string()
  .trim()
  .regex(/^\d{1,12}(?:\.\d{1,12})?$/, 'must be a decimal number such as 1.0825')
  .refine((text) => Number(text) > 0, 'must be greater than 0')
  .transform(normalizeDecimal);

/** Formats the number as PostgreSQL does, so that equal numbers are equal strings. */
function normalizeDecimal(text: string): string {
  const [whole = '0', part = ''] = text.split('.');
  const digits = part.replace(/0+$/, '');
  return `${BigInt(whole)}${digits === '' ? '' : `.${digits}`}`;
}

export const currencyRates = z
  .record(currencyCode, rate)
  .refine((rates) => Object.keys(rates).length <= 200, 'must have at most 200 currencies')
  .meta({
    description: 'Exchange rates: the value of one unit of each currency, in the workspace currency.',
  });

export const workspaceSettings = z
  .strictObject({
    name: z.string(),
    timezone: z.string(),
    currency: z.string(),
    fallbackUrl: z
      .string()
      .nullable()
      .meta({ description: 'Destination for visitors who have no other destination.' }),
    blockUrl: z.string().nullable().meta({
      description:
        'Destination for visitors that a path blocks. If null, they get an answer with status 404.',
    }),
    addressPrivacy,
    visitors: visitorRecognition,
    maxCostPerVisit: z.number(),
    retention: z.strictObject({
      visitDays: z.int(),
      eventDays: z.int(),
      postbackDays: z.int(),
    }),
    rates: z.record(z.string(), z.string()),
    version: versionNumber,
  })
  .meta({ id: 'WorkspaceSettings' });
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;

export const workspaceSettingsChange = z.strictObject({
  name: recordName.optional(),
  timezone: timezoneName.optional(),
  currency: currencyCode.optional(),
  fallbackUrl: pageUrl.nullish(),
  blockUrl: pageUrl.nullish(),
  addressPrivacy: addressPrivacy.optional(),
  visitors: visitorRecognition.optional(),
  maxCostPerVisit: maxCostPerVisit.optional(),
  retention: z
    .strictObject({
      visitDays: retentionDays.optional(),
      eventDays: retentionDays.optional(),
      postbackDays: retentionDays.optional(),
    })
    .optional(),
  rates: currencyRates.optional(),
  relabelAmounts: z
    .literal(true, 'must be true')
    .meta({
      description:
        'Confirms a currency change for a workspace with campaigns. Amounts are not converted: they keep their numeric values in the new currency.',
    })
    .optional(),
  warnings: ignoredField,
});

const about = {
  attributionDays: {
    description:
      'Attribution window: a conversion is counted only if its visit is at most this many days old.',
  },
  passParameters: { description: 'Pass the link’s query parameters on to the next page.' },
  fallbackUrl: {
    description:
      'Destination for visitors who have no other destination. Overrides the workspace’s fallback URL.',
  },
  postbackUrl: { description: 'Postback URL. Overrides the traffic source’s URL.' },
};

const campaignSettings = z
  .strictObject({
    attributionDays: z.int().meta(about.attributionDays),
    passParameters: z.boolean().meta(about.passParameters),
    fallbackUrl: z.string().nullable().meta(about.fallbackUrl),
    postbackUrl: z.string().nullable().meta(about.postbackUrl),
  })
  .meta({ id: 'CampaignSettings' });
export type CampaignSettings = z.infer<typeof campaignSettings>;

export const shownCampaignSettings = z
  .strictObject({ ...campaignSettings.shape, version: versionNumber })
  .meta({ id: 'ShownCampaignSettings' });
export type ShownCampaignSettings = z.infer<typeof shownCampaignSettings>;

export const campaignSettingsChange = z.strictObject({
  attributionDays: days(365).meta(about.attributionDays).optional(),
  passParameters: z.boolean().meta(about.passParameters).optional(),
  fallbackUrl: pageUrl.nullish().meta(about.fallbackUrl),
  postbackUrl: z
    .string()
    .trim()
    .max(2_048, 'must have at most 2048 characters')
    .nullish()
    .meta(about.postbackUrl),
  warnings: ignoredField,
});

const aboutSticky = {
  sticky: { description: 'Returning visitors keep their path.' },
  stickyLanding: { description: 'Returning visitors keep their landing page if it is still in their path.' },
  stickyOffer: { description: 'Returning visitors keep their offer if it is still in their path.' },
  stickyDays: { description: 'Number of days after a visit for which sticky choices are kept.' },
};

const rotatorSettings = z
  .strictObject({
    sticky: z.boolean().meta(aboutSticky.sticky),
    stickyLanding: z.boolean().meta(aboutSticky.stickyLanding),
    stickyOffer: z.boolean().meta(aboutSticky.stickyOffer),
    stickyDays: z.int().meta(aboutSticky.stickyDays),
  })
  .meta({ id: 'RotatorSettings' });
export type RotatorSettings = z.infer<typeof rotatorSettings>;

export const shownRotatorSettings = z
  .strictObject({ ...rotatorSettings.shape, version: versionNumber })
  .meta({ id: 'ShownRotatorSettings' });
export type ShownRotatorSettings = z.infer<typeof shownRotatorSettings>;

/** Maximum number of days for which a choice can stay sticky: the lifetime of the visitor cookie. */
const stickyDaysMax = 180;

export const rotatorSettingsDefaults: Readonly<RotatorSettings> = {
  sticky: false,
  stickyLanding: false,
  stickyOffer: false,
  stickyDays: stickyDaysMax,
};

export const rotatorSettingsChange = z.strictObject({
  sticky: z.boolean().meta(aboutSticky.sticky).optional(),
  stickyLanding: z.boolean().meta(aboutSticky.stickyLanding).optional(),
  stickyOffer: z.boolean().meta(aboutSticky.stickyOffer).optional(),
  stickyDays: days(stickyDaysMax).meta(aboutSticky.stickyDays).optional(),
});
