import { workspaceSettings, workspaceSettingsChange } from '@waypost/contract/settings.ts';
import {
  getWorkspaceSettings,
  updateWorkspaceSettings,
} from '../../../services/workspaces/workspace-settings.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';

const data = {
  name: 'Mobile team',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  fallbackUrl: 'https://example.com/',
  addressPrivacy: 'truncated',
  visitors: 'cookieless',
  retention: { visitDays: 400, eventDays: 400, postbackDays: 90 },
  rates: { USD: '0.9251' },
};

export const workspaceSettingsOperations: PanelOperation[] = [
  {
    operationId: 'getWorkspaceSettings',
    method: 'GET',
    path: '/settings',
    access: 'workspaces.read',
    summary: 'Reads what the workspace decides for all of its traffic',
    data: workspaceSettings,
    example: { data, issue: strayParameter },
    run: (context) => getWorkspaceSettings(context),
  },
  {
    operationId: 'updateWorkspaceSettings',
    method: 'PATCH',
    path: '/settings',
    access: 'workspaces.settings',
    summary: 'Changes the given settings of the workspace',
    description: 'The currency rates are replaced as a whole.',
    body: workspaceSettingsChange,
    data: workspaceSettings,
    example: {
      body: { retention: { visitDays: 400 }, rates: { USD: '0.9251' } },
      data,
      issue: { path: 'timezone', message: 'must be an IANA timezone such as Europe/Berlin' },
    },
    run: (context, { body }) => updateWorkspaceSettings(context, body),
  },
];
