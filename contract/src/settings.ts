import { z } from 'zod';
import { currencyCode } from './currency.ts';
import { amount } from './money.ts';
import { ignoredField } from './records.ts';
import { recordName, timezoneName } from './text.ts';
import { versionNumber } from './versions.ts';
import { pageUrl } from './web-address.ts';
import { wholeNumber } from './whole-number.ts';

/** How much of a visitor's address is stored: all of it, its network, or nothing. */
export const addressPrivacy = z.enum(['full', 'truncated', 'none']);
export type AddressPrivacy = z.infer<typeof addressPrivacy>;

/** How a visitor who comes again is recognized. */
export const visitorRecognition = z.enum(['cookie', 'cookieless']).meta({
  description:
    'How visitors who come again are recognized: by a signed cookie of the tracking domain, or without any cookie, within a day, by a hash that only the memory of the edge holds.',
});
export type VisitorRecognition = z.infer<typeof visitorRecognition>;

const maxCostPerVisit = amount
  .refine((value) => value > 0, 'must be more than 0')
  .meta({
    description:
      'The most that a source can say a visit costs, in the workspace’s currency. What is above it counts as 0, with a reason on the visit.',
  });

const days = (most: number) => wholeNumber(1, most);

const retentionDays = days(3_650).meta({ description: 'After this many days such rows are deleted.' });

/** Exact: at most 12 digits before and 12 after the point, as text. */
const rate = z
  .string()
  .trim()
  .regex(/^\d{1,12}(?:\.\d{1,12})?$/, 'must be a decimal number such as 1.0825')
  .refine((text) => Number(text) > 0, 'must be more than 0')
  .transform(normalizeDecimal);

/** The way the database writes it, so that equal numbers are equal texts. */
function normalizeDecimal(text: string): string {
  const [whole = '0', part = ''] = text.split('.');
  const digits = part.replace(/0+$/, '');
  return `${BigInt(whole)}${digits === '' ? '' : `.${digits}`}`;
}

export const currencyRates = z
  .record(currencyCode, rate)
  .refine((rates) => Object.keys(rates).length <= 200, 'must hold at most 200 currencies')
  .meta({ description: 'What one unit of each currency is worth in the workspace’s own.' });

export const workspaceSettings = z
  .strictObject({
    name: z.string(),
    timezone: z.string(),
    currency: z.string(),
    fallbackUrl: z
      .string()
      .nullable()
      .meta({ description: 'Where visitors go for whom there is nothing else.' }),
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

/** Everything is optional; the rates are replaced as a whole. */
export const workspaceSettingsChange = z.strictObject({
  name: recordName.optional(),
  timezone: timezoneName.optional(),
  currency: currencyCode.optional(),
  fallbackUrl: pageUrl.nullish(),
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
        'Confirms another currency for a workspace that has campaigns. No amount is converted: each one keeps its number and is in the new currency from then on.',
    })
    .optional(),
  warnings: ignoredField,
});

/** Of campaigns, for reads and writes alike. */
const about = {
  attributionDays: { description: 'An event counts for a visit up to this many days old.' },
  passParameters: { description: 'Whether the source’s parameters go on to the next page.' },
  fallbackUrl: {
    description: 'Where its visitors go for whom there is nothing else; the workspace’s where there is none.',
  },
  postbackUrl: { description: 'Called instead of the traffic source’s.' },
};

/** What a campaign has besides what the public API shows. */
const campaignSettings = z
  .strictObject({
    attributionDays: z.int().meta(about.attributionDays),
    passParameters: z.boolean().meta(about.passParameters),
    fallbackUrl: z.string().nullable().meta(about.fallbackUrl),
    postbackUrl: z.string().nullable().meta(about.postbackUrl),
  })
  .meta({ id: 'CampaignSettings' });
export type CampaignSettings = z.infer<typeof campaignSettings>;

/** As people read them, with the version of the campaign that they are of. */
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

/** Of rotators, for reads and writes alike. */
const aboutSticky = {
  sticky: { description: 'Visitors who come again keep their path.' },
  stickyLanding: { description: 'Visitors who come again keep their landing, where their path has it.' },
  stickyOffer: { description: 'Visitors who come again keep their offer, where their path has it.' },
  stickyDays: { description: 'For how many days after a visit the visitor keeps what they had.' },
};

/** What a rotator has besides what the public API shows. */
const rotatorSettings = z
  .strictObject({
    sticky: z.boolean().meta(aboutSticky.sticky),
    stickyLanding: z.boolean().meta(aboutSticky.stickyLanding),
    stickyOffer: z.boolean().meta(aboutSticky.stickyOffer),
    stickyDays: z.int().meta(aboutSticky.stickyDays),
  })
  .meta({ id: 'RotatorSettings' });
export type RotatorSettings = z.infer<typeof rotatorSettings>;

/** As people read them, with the version of the rotator that they are of. */
export const shownRotatorSettings = z
  .strictObject({ ...rotatorSettings.shape, version: versionNumber })
  .meta({ id: 'ShownRotatorSettings' });
export type ShownRotatorSettings = z.infer<typeof shownRotatorSettings>;

/** As long as browsers keep our cookies. */
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
