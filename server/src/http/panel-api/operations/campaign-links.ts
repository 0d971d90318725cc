import { campaignLinks, campaignLinksQuery } from '@waypost/contract/conversions/inbox.ts';
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
    summary: 'Get a campaign’s links',
    description:
      'Uses the given domain or, if none is given, the campaign’s domain. The incoming postback URL contains a secret key, so it is empty for viewers.',
    query: campaignLinksQuery,
    data: campaignLinks,
    errors: {
      NOT_FOUND: { ...NOT_FOUND, domain: noSuch('domain') },
      CONFLICT: {
        domain: {
          message: 'The domain is archived or not verified',
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
    summary: 'Replace a campaign’s incoming postback URL',
    description: 'The previous URL keeps working for 7 days. Older URLs stop working.',
    run: async (context, input) => void (await rotateCampaignKey(context, inputId(input))),
  }),
];
