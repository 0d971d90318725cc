import { z } from 'zod';
import { offerCaps } from './caps.ts';
import { countryCode } from '../values/country.ts';
import { orElse } from '../values/lists.ts';
import { amount } from '../values/money.ts';
import { nullAs } from '../values/null-as.ts';
import { metricListPage, metricListQuery } from '../reports/metric-lists.ts';
import { archivedChoice, bothWays, textSearch } from '../api/paging.ts';
import { idList, readOnlyFields, recordId, recordStatus, timestamp } from '../api/records.ts';
import { recordName } from '../values/text.ts';
import { versionNumber } from '../api/versions.ts';
import { pageUrl } from '../values/web-address.ts';

const payoutMode = z.enum(['auto', 'fixed']);

const overflow = { description: 'Fallback offer that receives the visitors once a cap is reached.' };

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

/** Short name of an offer in links. It must not be a number, because /go/2 already means the second offer in a path. */
const shortName = z
  .string()
  .trim()
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/,
    'must start with a letter and have 1 to 40 lowercase letters, digits and hyphens',
  )
  .meta({
    description:
      'Short name in landing page links: /go/NAME. If several offers in a path have the same name, the first is used.',
  })
  .nullish();

const automatic: Offer['payout'] = { mode: 'auto', amount: null };

const payout = z
  .discriminatedUnion(
    'mode',
    [
      z.strictObject({
        mode: z.literal('auto'),
        amount: z.null('must be omitted if mode is auto').optional(),
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
    status: z.literal('active', 'must be active for a new offer').optional(),
    ...readOnlyFields,
  })
  .meta({ id: 'NewOffer' });

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
    description: 'Omitted fields keep their values. Payout and caps are replaced, not merged.',
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
