import { newCampaign, writtenCampaign } from '@waypost/contract/campaigns.ts';
import { createCampaign } from '../../../services/campaigns/create-campaign.ts';
import { attachConflicts, noSuch } from '../example-errors.ts';
import { campaignExample, ids } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const createCampaignOperation: Operation = {
  operationId: 'createCampaign',
  method: 'POST',
  path: '/campaigns',
  scope: 'write',
  summary: 'Adds a campaign on an existing traffic source and rotator, and queues it for publishing',
  description: 'The tracking runtime gets the campaign soon after: publish.status tells how far it is.',
  status: 201,
  body: newCampaign,
  data: writtenCampaign,
  errors: {
    NOT_FOUND: {
      trafficSource: noSuch('traffic source'),
      rotator: noSuch('rotator'),
      domain: noSuch('domain'),
    },
    CONFLICT: attachConflicts,
  },
  example: {
    body: {
      name: campaignExample.name,
      trafficSourceId: ids.trafficSource,
      country: 'DE',
      cost: { mode: 'cpv', amount: 0.0042 },
      tracking: { method: 'redirect' },
      destination: { mode: 'use_rotator', rotatorId: ids.rotator },
    },
    data: { campaign: campaignExample, publish: { status: 'queued' } },
    issue: { path: 'destination.rotatorId', message: 'must be an id of 36 characters' },
  },
  run: (context, { body }) => createCampaign(context, body),
};
