import {
  campaignSettings,
  campaignSettingsChange,
  rotatorSettings,
  rotatorSettingsChange,
} from '@waypost/contract/settings.ts';
import { z } from 'zod';
import {
  getCampaignSettings,
  updateCampaignSettings,
} from '../../../services/campaigns/campaign-settings.ts';
import { getRotatorSettings, updateRotatorSettings } from '../../../services/rotators/rotator-settings.ts';
import { archived, noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { staleVersion } from '../examples/errors.ts';
import { answerWarnings } from '../answer-warnings.ts';
import { inputId, type PanelOperation } from '../operation.ts';

const shownCampaignSettings = z.strictObject({ ...campaignSettings.shape, version: z.int() });
const campaignData = {
  version: 3,
  attributionDays: 90,
  passParameters: false,
  fallbackUrl: null,
  postbackUrl: 'https://source.example.com/postback?id={externalid}',
};
const noCampaign = { campaign: noSuch('campaign') };
const noRotator = { rotator: noSuch('rotator') };
const conflicts = (what: string) => ({ archived: archived(what), stale: staleVersion(what) });

export const recordSettingsOperations: PanelOperation[] = [
  {
    operationId: 'getCampaignSettings',
    method: 'GET',
    path: '/campaigns/{id}/settings',
    access: 'campaigns.read',
    summary: 'Reads what a campaign has besides what the public API shows, and its version',
    data: shownCampaignSettings,
    errors: { NOT_FOUND: noCampaign },
    example: { data: campaignData, issue: strayParameter },
    run: (context, input) => getCampaignSettings(context, inputId(input)),
  },
  answerWarnings('campaign-settings', {
    operationId: 'updateCampaignSettings',
    method: 'PATCH',
    path: '/campaigns/{id}/settings',
    access: 'campaigns.write',
    summary: 'Changes the given settings of a campaign',
    description: 'With a version, the change is refused if the campaign is of another one.',
    body: campaignSettingsChange,
    data: shownCampaignSettings,
    errors: { NOT_FOUND: noCampaign, CONFLICT: conflicts('campaign') },
    example: {
      body: { version: 2, postbackUrl: campaignData.postbackUrl },
      data: campaignData,
      issue: { path: 'attributionDays', message: 'must be a whole number from 1 to 365' },
    },
    run: (context, input) => updateCampaignSettings(context, inputId(input), input.body),
  }),
  {
    operationId: 'getRotatorSettings',
    method: 'GET',
    path: '/rotators/{id}/settings',
    access: 'rotators.read',
    summary: 'Reads what a rotator has besides what the public API shows',
    data: rotatorSettings,
    errors: { NOT_FOUND: noRotator },
    example: {
      data: { sticky: true, stickyLanding: true, stickyOffer: false, stickyDays: 30 },
      issue: strayParameter,
    },
    run: (context, input) => getRotatorSettings(context, inputId(input)),
  },
  {
    operationId: 'updateRotatorSettings',
    method: 'PATCH',
    path: '/rotators/{id}/settings',
    access: 'rotators.manage',
    summary: 'Changes the given settings of a rotator',
    body: rotatorSettingsChange,
    data: z.null(),
    errors: { NOT_FOUND: noRotator, CONFLICT: conflicts('rotator') },
    example: {
      body: { sticky: true, stickyLanding: true, stickyDays: 30 },
      data: null,
      issue: { path: 'sticky', message: 'must be true or false, not text' },
    },
    run: (context, input) => updateRotatorSettings(context, inputId(input), input.body),
  },
];
