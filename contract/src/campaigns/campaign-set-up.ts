import { z } from 'zod';
import { newAffiliateNetwork } from './affiliate-networks.ts';
import { newCampaign } from './campaigns.ts';
import { newLanding } from './landings.ts';
import { newOffer } from './offers.ts';
import { recordId } from '../api/records.ts';
import { recordName, requiredText } from '../values/text.ts';
import { newSourceWithTokens } from './traffic-sources.ts';

const hostAsName = recordName.meta({ description: 'Defaults to the host of the URL.' }).optional();
const { country, cost, tracking, status } = newCampaign.shape;

const shape = z.strictObject({
  name: recordName
    .meta({ description: 'Defaults to the names of the traffic source and the offer or rotator.' })
    .optional(),
  trafficSourceId: recordId.optional(),
  sourceTemplate: z
    .strictObject({
      id: requiredText(120),
      values: z
        .record(z.string(), z.string())
        .meta({
          description:
            'Account-specific values by placeholder. The postback is set up only if all of them are given.',
        })
        .optional(),
    })
    .meta({ description: 'Creates the traffic source from a template.' })
    .optional(),
  trafficSource: newSourceWithTokens.optional(),
  affiliateNetworkId: recordId.meta({ description: 'Affiliate network of the new offer.' }).optional(),
  affiliateNetwork: newAffiliateNetwork.optional(),
  offerId: recordId.optional(),
  offer: newOffer
    .omit({ affiliateNetworkId: true })
    .extend({ name: hostAsName })
    .meta({ id: 'SetUpOffer' })
    .optional(),
  landingId: recordId.optional(),
  landing: newLanding.extend({ name: hostAsName }).meta({ id: 'SetUpLanding' }).optional(),
  rotatorId: recordId
    .meta({
      description:
        'ID of an existing rotator. If omitted, a rotator with the name of the campaign is created for the offer.',
    })
    .optional(),
  country,
  cost: cost.meta({
    description: 'Defaults to `auto` if the traffic source sends the cost, and to `none` otherwise.',
  }),
  tracking,
  status,
});

type Field = keyof typeof shape.shape;

/**
 * Groups of fields in which only one field can be set. If no field of a required group is set, the group's first field
 * gets the error.
 */
const choices: { fields: readonly [Field, ...Field[]]; isRequired: boolean }[] = [
  { fields: ['trafficSourceId', 'sourceTemplate', 'trafficSource'], isRequired: true },
  { fields: ['offerId', 'offer', 'rotatorId'], isRequired: true },
  { fields: ['affiliateNetworkId', 'affiliateNetwork'], isRequired: false },
  { fields: ['landingId', 'landing'], isRequired: false },
];

/** A campaign with everything it needs. Each record is either new or identified by the ID of an existing record. */
export const campaignSetUp = shape
  .superRefine((given, context) => {
    const isSet = (field: Field) => given[field] !== undefined;
    const refuse = (field: Field, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    for (const { fields, isRequired } of choices) {
      const [first, ...others] = fields.filter(isSet);
      for (const other of others) refuse(other, `must be omitted if ${first} is set`);
      if (first === undefined && isRequired)
        refuse(fields[0], `is required unless ${fields.slice(1).join(' or ')} is set`);
    }
    for (const field of ['landingId', 'landing'] as const)
      if (isSet(field) && isSet('rotatorId')) refuse(field, 'must be omitted if rotatorId is set');
    for (const field of ['affiliateNetworkId', 'affiliateNetwork'] as const)
      if (isSet(field) && !isSet('offer')) refuse(field, 'must be omitted unless offer is set');
  })
  .meta({ id: 'CampaignSetUp' });
export type CampaignSetUp = z.output<typeof campaignSetUp>;
