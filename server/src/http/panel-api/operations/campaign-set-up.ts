import { campaignSetUp } from '@waypost/contract/campaigns/campaign-set-up.ts';
import { publishState } from '@waypost/contract/campaigns/campaigns.ts';
import { macroConsent, savedWarnings } from '@waypost/contract/campaigns/warnings.ts';
import { setUpCampaign } from '../../../services/campaigns/set-up-campaign.ts';
import { archived, attachConflicts, noSuch } from '../../api-v1/examples/errors.ts';
import type { ErrorExample } from '../../api-v1/operation.ts';
import { offerConflicts } from '../examples/errors.ts';
import { offerExample, panelIds } from '../examples/records.ts';
import type { WorkspaceOperation } from '../operation.ts';
import { createsRecord, type ShownRecord } from '../versioned.ts';

const at = (path: string, { details, ...error }: ErrorExample): ErrorExample => ({
  ...error,
  details: { ...details, issues: [{ path, message: error.message }] },
});

export function setUpCampaignOperation(record: ShownRecord): WorkspaceOperation {
  return createsRecord(record, {
    operationId: 'setUpCampaign',
    method: 'POST',
    path: '/campaigns/set-up',
    access: 'campaigns.write',
    status: 201,
    summary: 'Create a campaign together with the records that it needs',
    description:
      'For each record, give the ID of an existing one or the fields of a new one. Either all new records are created or none. `details.issues` names the field of each problem, including IDs that were not found. The response lists warnings about the new records. A macro that looks misspelled is rejected unless acceptUnknownMacros is set.',
    query: macroConsent,
    body: campaignSetUp,
    more: { ...publishState, ...savedWarnings },
    errors: {
      NOT_FOUND: {
        trafficSource: at('trafficSourceId', noSuch('traffic source')),
        affiliateNetwork: at('affiliateNetworkId', noSuch('affiliate network')),
        offer: at('offerId', noSuch('offer')),
        overflowOffer: at('offer', noSuch('fallback offer')),
        landing: at('landingId', noSuch('landing page')),
        rotator: at('rotatorId', noSuch('rotator')),
        domain: noSuch('domain'),
      },
      CONFLICT: {
        trafficSourceArchived: at('trafficSourceId', archived('traffic source')),
        networkArchived: at('affiliateNetworkId', offerConflicts.networkArchived),
        offerArchived: at('offerId', archived('offer')),
        overflowArchived: at('offer', offerConflicts.overflowArchived),
        landingArchived: at('landingId', archived('landing page')),
        rotatorArchived: at('rotatorId', archived('rotator')),
        rotatorNotPublishable: at('rotatorId', attachConflicts.rotatorNotPublishable),
        domainNotVerified: at('tracking.domainId', attachConflicts.domainNotVerified),
      },
    },
    example: {
      body: {
        sourceTemplate: { id: 'propellerads', values: { 'YOUR-AID': '123', 'YOUR-TID': '456' } },
        affiliateNetworkId: panelIds.affiliateNetwork,
        offer: { url: offerExample.url, payout: offerExample.payout },
      },
      data: { publish: { status: 'queued' }, warnings: [] },
      issue: { path: 'offerId', message: 'is required unless offer or rotatorId is set' },
    },
    run: async (context, { body, query }) => {
      const { campaign, ...rest } = await setUpCampaign(context, body, query);
      return { id: campaign.id, ...rest };
    },
  });
}
