import { versionedCampaignChange } from '@waypost/contract/campaigns.ts';
import { changeCampaign } from '../../../services/campaigns/change-campaign.ts';
import { updateCampaignOperation as publicOperation } from '../../api-v1/campaigns/update-campaign.ts';
import { staleVersion } from '../example-errors.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

const { errors, ...shared } = likePublic(publicOperation);

export const updateCampaignOperation: PanelOperation = {
  ...shared,
  access: 'campaigns.write',
  body: versionedCampaignChange,
  errors: { ...errors, CONFLICT: { ...errors?.CONFLICT, stale: staleVersion('campaign') } },
  run: (context, input) => changeCampaign(context, inputId(input), input.body),
};
