import { campaignLinks, campaignLinksQuery } from '@waypost/contract/inbox.ts';
import { getCampaignLinks, rotateCampaignKey } from '../../../services/campaigns/campaign-links.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { campaignLinksExample } from '../examples/inbox.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, type ShownRecord } from '../versioned.ts';

const record: ShownRecord = {
  label: 'campaign',
  data: campaignLinks,
  example: campaignLinksExample,
  read: getCampaignLinks,
};
const NOT_FOUND = { campaign: noSuch('campaign') };

export const campaignLinkOperations: PanelOperation[] = [
  {
    operationId: 'getCampaignLinks',
    method: 'GET',
    path: '/campaigns/{id}/links',
    access: 'campaigns.read',
    summary: 'Shows the addresses of a campaign',
    description:
      'On its own domain where it has one, or on another that is named. The address for events holds a secret key, so viewers get it empty.',
    query: campaignLinksQuery,
    data: campaignLinks,
    errors: {
      NOT_FOUND: { ...NOT_FOUND, domain: noSuch('domain') },
      CONFLICT: {
        domain: {
          message: 'the domain is archived or not verified',
          details: { reason: 'domain-not-usable' },
        },
      },
    },
    example: { data: { ...campaignLinksExample, previousEvent: null }, issue: strayParameter },
    run: (context, input) => getCampaignLinks(context, inputId(input), input.query),
  },
  changesRecord(record, {
    operationId: 'rotateIncomingKey',
    method: 'POST',
    path: '/campaigns/{id}/incoming-key/rotate',
    access: 'incoming-keys.rotate',
    summary: 'Gives a campaign another address for incoming events',
    description: 'The one before it works for 7 more days, and the one before that no longer.',
    run: async (context, input) => void (await rotateCampaignKey(context, inputId(input))),
  }),
];
