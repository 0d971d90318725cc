import { newCampaign } from '@waypost/contract/campaigns/campaigns.ts';
import { recordId } from '@waypost/contract/api/records.ts';
import { campaignSettingsChange } from '@waypost/contract/accounts/settings.ts';
import type { PanelCampaign, ShownCampaignSettings } from '../../lib/api/api.ts';
import type { RecordFormSchema } from '../../lib/forms/record-form-schema.ts';
import { hasAmount } from './format-cost.ts';

export type CostValues = { mode: PanelCampaign['cost']['mode'] | ''; amount: string };

/** Form state, in which unset choices and amounts are empty strings. */
export type CampaignValues = {
  name: string;
  trafficSourceId: string;
  destination: { rotatorId: string };
  country: string;
  cost: CostValues;
  tracking: { method: PanelCampaign['tracking']['method']; domainId: string; includePrefetch: boolean };
};

export const campaignFormSchema: RecordFormSchema<CampaignValues, PanelCampaign> = {
  labels: {
    name: 'Name',
    trafficSourceId: 'Traffic source',
    destination: 'Destination',
    country: 'Country',
    cost: 'Cost',
    tracking: 'Tracking',
  },
  empty: {
    name: '',
    trafficSourceId: '',
    destination: { rotatorId: '' },
    country: '',
    cost: { mode: 'none', amount: '' },
    tracking: { method: 'redirect', domainId: '', includePrefetch: false },
  },
  read: ({ name, trafficSourceId, destination, country, cost, tracking }) => ({
    name,
    trafficSourceId,
    destination: { rotatorId: destination.rotatorId },
    country: country ?? '',
    cost: { mode: cost.mode, amount: hasAmount(cost.mode) ? String(cost.amount) : '' },
    tracking: { ...tracking, domainId: tracking.domainId ?? '' },
  }),
  write: ({ name, trafficSourceId, destination, country, cost, tracking }) => ({
    name,
    trafficSourceId,
    destination: { mode: 'use_rotator', ...destination },
    country: country === '' ? null : country,
    cost: writeCost(cost),
    tracking: { ...tracking, domainId: tracking.domainId === '' ? null : tracking.domainId },
  }),
  schema: newCampaign,
};

type CampaignSettingsValues = {
  attributionDays: string;
  postbackUrl: string;
  fallbackUrl: string;
  passParameters: boolean;
};

export const settingsFormSchema: RecordFormSchema<CampaignSettingsValues, ShownCampaignSettings> = {
  labels: {
    attributionDays: 'Attribution window (days)',
    postbackUrl: 'Postback URL override',
    fallbackUrl: 'Fallback URL',
    passParameters: 'Pass through query parameters',
  },
  empty: { attributionDays: '', postbackUrl: '', fallbackUrl: '', passParameters: false },
  read: ({ attributionDays, postbackUrl, fallbackUrl, passParameters }) => ({
    attributionDays: String(attributionDays),
    postbackUrl: postbackUrl ?? '',
    fallbackUrl: fallbackUrl ?? '',
    passParameters,
  }),
  write: ({ attributionDays, postbackUrl, fallbackUrl, passParameters }) => ({
    attributionDays: readAmount(attributionDays),
    postbackUrl: orNull(postbackUrl),
    fallbackUrl: orNull(fallbackUrl),
    passParameters,
  }),
  schema: campaignSettingsChange,
};

export type NewCampaignValues = {
  // Without a name, the campaign is named after its traffic source and destination.
  name: string;
  trafficSourceId: string;
  // Without a mode, the cost model of the traffic source applies.
  cost: CostValues;
  /** `offer` creates a rotator for this campaign; `rotator` uses an existing rotator. */
  leadsTo: 'offer' | 'rotator';
  offerId: string;
  landingId: string;
  rotatorId: string;
};

export const newCampaignFormSchema: RecordFormSchema<NewCampaignValues, PanelCampaign> = {
  labels: {
    name: 'Name',
    trafficSourceId: 'Traffic source',
    cost: 'Cost',
    leadsTo: 'Destination',
    offerId: 'Offer',
    landingId: 'Landing page',
    rotatorId: 'Rotator',
  },
  empty: {
    name: '',
    trafficSourceId: '',
    cost: { mode: '', amount: '' },
    leadsTo: 'offer',
    offerId: '',
    landingId: '',
    rotatorId: '',
  },
  read: (campaign) => ({
    ...newCampaignFormSchema.empty,
    name: campaign.name,
    trafficSourceId: campaign.trafficSourceId,
  }),
  write: (values) => {
    const isOffer = values.leadsTo === 'offer';
    return {
      name: values.name.trim() === '' ? undefined : values.name,
      trafficSourceId: values.trafficSourceId,
      cost: values.cost.mode === '' ? undefined : writeCost(values.cost),
      leadsTo: values.leadsTo,
      offerId: isOffer ? values.offerId : undefined,
      landingId: isOffer && values.landingId !== '' ? values.landingId : undefined,
      rotatorId: isOffer ? undefined : values.rotatorId,
    };
  },
  schema: newCampaign.pick({ trafficSourceId: true, cost: true }).extend({
    name: newCampaign.shape.name.optional(),
    leadsTo: newCampaign.shape.name,
    offerId: recordId.optional(),
    landingId: recordId.optional(),
    rotatorId: recordId.optional(),
  }),
};

function writeCost({ mode, amount }: CostValues) {
  return { mode, amount: mode !== '' && hasAmount(mode) ? readAmount(amount) : 0 };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}

// In a number such as 1,234, the comma may separate thousands or decimals. In 0,123, it can only separate decimals.
const ambiguous = /^[1-9]\d*,\d{3}$/;

/** Reads an amount. Returns NaN for text that is not a clear number, so that validation rejects the amount. */
function readAmount(text: string): number {
  const amount = text.trim();
  return amount === '' || ambiguous.test(amount) ? Number.NaN : Number(amount.replace(',', '.'));
}
