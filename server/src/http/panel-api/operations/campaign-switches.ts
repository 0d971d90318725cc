import { switchCampaign, switchCampaigns } from '../../../services/campaigns/archive-campaigns.ts';
import { campaignKind } from '../../../services/campaigns/campaigns.ts';
import { archived } from '../../api-v1/examples/errors.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, changesRecords, type ShownRecord } from '../versioned.ts';

/** Pausing and going on, of one campaign and of many. */
const switches = [
  { verb: 'pause', Verb: 'Pauses', status: 'paused', effect: 'Its visitors go to the fallback meanwhile.' },
  { verb: 'resume', Verb: 'Resumes', status: 'active', effect: 'It is served again.' },
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
      description: `${effect} Where it is so already, nothing changes.`,
      example: { data: { status } },
      run: (context, input) => switchCampaign(context, inputId(input), status),
    }),
    changesRecords(record, campaignKind, {
      ...shared,
      operationId: `${verb}Campaigns`,
      path: `/campaigns/${verb}`,
      summary: `${Verb} campaigns, all or none`,
      description: 'Those that are so already stay as they are.',
      run: (context, ids) => switchCampaigns(context, ids, status),
    }),
  ];
}
