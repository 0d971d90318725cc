import { savedPreferences, type SavedPreferences } from '@waypost/contract/accounts/preferences.ts';
import { getPreferences, savePreferences } from '../../../services/accounts/preferences.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import type { PanelOperation } from '../operation.ts';

const example: SavedPreferences = {
  version: 4,
  preferences: {
    theme: 'dark',
    density: 'compact',
    columns: { campaigns: ['name', 'visits', 'profit', 'roi'] },
    reports: { [panelIds.workspace]: panelIds.savedReport },
    range: { name: 'last-7-days' },
    workspaceId: panelIds.workspace,
  },
};

export const preferencesOperations: PanelOperation[] = [
  {
    operationId: 'getPreferences',
    method: 'GET',
    path: '/me/preferences',
    access: 'signed-in',
    summary: 'Get your panel preferences, shared by all browsers',
    data: savedPreferences,
    example: { data: example, issue: strayParameter },
    run: async (context) => ({ data: await getPreferences(context) }),
  },
  {
    operationId: 'savePreferences',
    method: 'PUT',
    path: '/me/preferences',
    access: 'signed-in',
    summary: 'Replace your panel preferences',
    body: savedPreferences,
    data: savedPreferences,
    errors: {
      CONFLICT: {
        stale: {
          message: 'Your preferences were changed in another session. Reload and try again.',
          details: { reason: 'stale', current: { ...example, version: 5 } },
        },
      },
    },
    example: {
      body: example,
      data: { ...example, version: 5 },
      issue: { path: 'preferences.theme', message: 'must be system, light or dark' },
    },
    run: async (context, { body }) => ({ data: await savePreferences(context, body) }),
  },
];
