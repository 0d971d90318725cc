import { z } from 'zod';
import { offerCaps } from './caps.ts';
import { countryCode } from './country.ts';
import { orElse } from './lists.ts';
import { amount } from './money.ts';
import { nullAs } from './null-as.ts';
import { metricListPage, metricListQuery } from './metric-lists.ts';
import { archivedChoice, bothWays, textSearch } from './paging.ts';
import { idList, readOnlyFields, recordId, recordStatus, timestamp } from './records.ts';
import { recordName } from './text.ts';
import { versionNumber } from './versions.ts';
import { pageUrl } from './web-address.ts';

/** `auto`: what the conversion brings; `fixed`: the offer's own amount. */
const payoutMode = z.enum(['auto', 'fixed']);

const overflow = { description: 'Where visitors go instead once a cap is reached.' };

export const offer = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    affiliateNetworkId: z.uuid().nullable(),
    url: z.string(),
    country: z.string().nullable(),
    payout: z.strictObject({ mode: payoutMode, amount: z.number().nullable() }),
    caps: offerCaps,
    overflowOfferId: z.uuid().nullable().meta(overflow),
    shortName: z.string().nullable(),
    status: recordStatus,
    version: versionNumber,
    createdAt: timestamp,
  })
  .meta({ id: 'Offer' });
export type Offer = z.infer<typeof offer>;

/** Never a number: those name places in the list of a path. */
const shortName = z
  .string()
  .trim()
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/,
    'must begin with a letter and have 1 to 40 lower-case letters, digits and hyphens',
  )
  .meta({
    description:
      'By which links of landing pages name the offer: /go/NAME. Of several offers of a path with one name, the first counts.',
  })
  .nullish();

const automatic: Offer['payout'] = { mode: 'auto', amount: null };

const payout = z
  .discriminatedUnion(
    'mode',
    [
      z.strictObject({
        mode: z.literal('auto'),
        amount: z.null('must be left out where mode is auto').optional(),
      }),
      z.strictObject({ mode: z.literal('fixed'), amount }),
    ],
    'must be auto or fixed',
  )
  .transform((given): Offer['payout'] => ({ mode: given.mode, amount: given.amount ?? null }));

export const newOffer = z
  .strictObject({
    name: recordName,
    affiliateNetworkId: recordId.nullish(),
    url: pageUrl,
    country: countryCode.nullish(),
    payout: orElse(payout, automatic),
    caps: orElse(offerCaps, []),
    overflowOfferId: recordId.nullish().meta(overflow),
    shortName,
    status: z.literal('active', 'a new offer is active').optional(),
    ...readOnlyFields,
  })
  .meta({ id: 'NewOffer' });

/** Payout and caps are replaced as wholes. */
export const offerChange = z
  .strictObject({
    name: recordName.optional(),
    affiliateNetworkId: recordId.nullish(),
    url: pageUrl.optional(),
    country: countryCode.nullish(),
    payout: nullAs(payout, automatic),
    caps: nullAs(offerCaps, []),
    overflowOfferId: recordId.nullish().meta(overflow),
    shortName,
    status: recordStatus.optional(),
    ...readOnlyFields,
  })
  .meta({
    id: 'OfferChange',
    description: 'What is left out stays as it is. Payout and caps are replaced as wholes.',
  });

export const offerListQuery = metricListQuery(
  ['-createdAt', ...bothWays('name', 'createdAt', 'updatedAt', 'status', 'country')],
  {
    ...textSearch,
    ...archivedChoice,
    ids: idList.optional(),
    country: countryCode.optional(),
    affiliateNetworkId: recordId.optional(),
  },
);
export const offersPage = metricListPage(offer, 'ListedOffer').meta({ id: 'OffersPage' });
