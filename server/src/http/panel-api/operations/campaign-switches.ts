import { switchCampaign, switchCampaigns } from '../../../services/campaigns/archive-campaigns.ts';
import { campaignKind } from '../../../services/campaigns/campaigns.ts';
import { archived } from '../../api-v1/examples/errors.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, changesRecords, type ShownRecord } from '../versioned.ts';

const switches = [
  { verb: 'pause', Verb: 'Pause', status: 'paused', effect: 'Visitors are sent to the fallback URL.' },
  { verb: 'resume', Verb: 'Resume', status: 'active', effect: 'Visitors are routed normally again.' },
] as const;

export function campaignSwitchOperations(record: ShownRecord): PanelOperation[] {
  return switches.flatMap((one) => switchOperations(record, one));
}

function switchOperations(
  record: ShownRecord,
  { verb, Verb, status, effect }: (typeof switches)[number],
): PanelOperation[] {
  const shared = {
    method: 'POST',
    access: 'campaigns.write',
    errors: { CONFLICT: { campaignArchived: archived('campaign') } },
  } as const;
  return [
    changesRecord(record, {
      ...shared,
      operationId: `${verb}Campaign`,
      path: `/campaigns/{id}/${verb}`,
      summary: `${Verb} a campaign`,
      description: `${effect} Has no effect if the campaign already has this status.`,
      example: { data: { status } },
      run: (context, input) => switchCampaign(context, inputId(input), status),
    }),
    changesRecords(record, campaignKind, {
      ...shared,
      operationId: `${verb}Campaigns`,
      path: `/campaigns/${verb}`,
      summary: `${Verb} campaigns, all or none`,
      description: 'Campaigns that already have this status are not changed.',
      run: (context, ids) => switchCampaigns(context, ids, status),
    }),
  ];
}
