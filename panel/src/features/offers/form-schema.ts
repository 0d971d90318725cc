import { newOffer } from '@waypost/contract/campaigns/offers.ts';
import type { ListedOffer } from '../../lib/api/api.ts';
import type { RecordFormSchema } from '../../lib/forms/record-form-schema.ts';
import { toNumber } from '../../lib/forms/to-number.ts';

export type OfferCap = { limit: number | string; per: string; counts: string };

export type OfferValues = {
  name: string;
  url: string;
  affiliateNetworkId: string;
  country: string;
  payout: { mode: string; amount: string };
  caps: OfferCap[];
  overflowOfferId: string;
  shortName: string;
};

const orNull = (text: string) => (text === '' ? null : text);

export const offerFormSchema: RecordFormSchema<OfferValues, ListedOffer> = {
  labels: {
    name: 'Name',
    url: 'URL',
    affiliateNetworkId: 'Affiliate network',
    country: 'Country',
    payout: 'Payout',
    caps: 'Caps',
    overflowOfferId: 'Fallback offer',
    shortName: 'Short name',
  },
  empty: {
    name: '',
    url: '',
    affiliateNetworkId: '',
    country: '',
    payout: { mode: 'auto', amount: '' },
    caps: [],
    overflowOfferId: '',
    shortName: '',
  },
  read: (offer) => ({
    name: offer.name,
    url: offer.url,
    affiliateNetworkId: offer.affiliateNetworkId ?? '',
    country: offer.country ?? '',
    payout: { mode: offer.payout.mode, amount: offer.payout.amount?.toString() ?? '' },
    caps: offer.caps.map(({ limit, per, counts }) => ({ limit, per, counts })),
    overflowOfferId: offer.overflowOfferId ?? '',
    shortName: offer.shortName ?? '',
  }),
  write: (values) => ({
    name: values.name,
    url: values.url,
    affiliateNetworkId: orNull(values.affiliateNetworkId),
    country: orNull(values.country),
    payout:
      values.payout.mode === 'fixed'
        ? { mode: 'fixed', amount: toNumber(values.payout.amount) }
        : { mode: values.payout.mode },
    caps: values.caps,
    overflowOfferId: orNull(values.overflowOfferId),
    shortName: orNull(values.shortName.trim()),
  }),
  schema: newOffer,
};
