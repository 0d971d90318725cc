import {
  campaignSettingsChange,
  rotatorSettingsChange,
  shownCampaignSettings,
  shownRotatorSettings,
} from '@waypost/contract/accounts/settings.ts';
import {
  getCampaignSettings,
  updateCampaignSettings,
} from '../../../services/campaigns/campaign-settings.ts';
import { getRotatorSettings, updateRotatorSettings } from '../../../services/rotators/rotator-settings.ts';
import { archived, noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { answerWarnings, showWarnings } from '../answer-warnings.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, type ShownRecord } from '../versioned.ts';

const campaignData = {
  version: 3,
  attributionDays: 90,
  passParameters: false,
  fallbackUrl: null,
  postbackUrl: 'https://source.example.com/postback?id={externalid}',
};
const noCampaign = { campaign: noSuch('campaign') };
const noRotator = { rotator: noSuch('rotator') };
const rotatorData = { version: 3, sticky: true, stickyLanding: true, stickyOffer: false, stickyDays: 30 };
const ofCampaign: ShownRecord = {
  label: 'campaign',
  data: shownCampaignSettings,
  example: campaignData,
  read: getCampaignSettings,
};
const ofRotator: ShownRecord = {
  label: 'rotator',
  data: shownRotatorSettings,
  example: rotatorData,
  read: getRotatorSettings,
};

export const recordSettingsOperations: PanelOperation[] = [
  showWarnings('campaign-settings', {
    operationId: 'getCampaignSettings',
    method: 'GET',
    path: '/campaigns/{id}/settings',
    access: 'campaigns.read',
    summary: 'Get the campaign settings that are not in the public API, and the campaign version',
    data: shownCampaignSettings,
    errors: { NOT_FOUND: noCampaign },
    example: { data: campaignData, issue: strayParameter },
    run: (context, input) => getCampaignSettings(context, inputId(input)),
  }),
  answerWarnings(
    'campaign-settings',
    changesRecord(ofCampaign, {
      operationId: 'updateCampaignSettings',
      method: 'PATCH',
      path: '/campaigns/{id}/settings',
      access: 'campaigns.write',
      summary: 'Update the given settings of a campaign',
      body: campaignSettingsChange,
      errors: { CONFLICT: { archived: archived('campaign') } },
      example: {
        body: { postbackUrl: campaignData.postbackUrl },
        issue: { path: 'attributionDays', message: 'must be a whole number from 1 to 365' },
      },
      run: async (context, input) => void (await updateCampaignSettings(context, inputId(input), input.body)),
    }),
  ),
  {
    operationId: 'getRotatorSettings',
    method: 'GET',
    path: '/rotators/{id}/settings',
    access: 'rotators.read',
    summary: 'Get the rotator settings that are not in the public API, and the rotator version',
    data: shownRotatorSettings,
    errors: { NOT_FOUND: noRotator },
    example: { data: rotatorData, issue: strayParameter },
    run: (context, input) => getRotatorSettings(context, inputId(input)),
  },
  changesRecord(ofRotator, {
    operationId: 'updateRotatorSettings',
    method: 'PATCH',
    path: '/rotators/{id}/settings',
    access: 'rotators.manage',
    summary: 'Update the given settings of a rotator',
    body: rotatorSettingsChange,
    errors: { CONFLICT: { archived: archived('rotator') } },
    example: {
      body: { sticky: true, stickyLanding: true, stickyDays: 30 },
      issue: { path: 'sticky', message: 'must be true or false, not text' },
    },
    run: (context, input) => updateRotatorSettings(context, inputId(input), input.body),
  }),
];
