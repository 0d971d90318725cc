import { uncounted } from '@waypost/contract/api/paging.ts';
import { auditListQuery, auditPage } from '@waypost/contract/accounts/audit.ts';
import { workspaceSettings, workspaceSettingsChange } from '@waypost/contract/accounts/settings.ts';
import { subscription } from '@waypost/contract/accounts/subscriptions.ts';
import { listAuditLog } from '../../../services/audit/list-audit-log.ts';
import { getSubscription } from '../../../services/subscriptions/subscriptions.ts';
import {
  getWorkspaceSettings,
  updateWorkspaceSettings,
} from '../../../services/workspaces/workspace-settings.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import { auditEntryExample, panelIds } from '../examples/records.ts';
import { answerWarnings, showWarnings } from '../answer-warnings.ts';
import type { PanelOperation } from '../operation.ts';
import { changesRecord, type ShownRecord } from '../versioned.ts';

const data = {
  name: 'Mobile team',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  fallbackUrl: 'https://example.com/',
  blockUrl: null,
  addressPrivacy: 'truncated',
  visitors: 'cookieless',
  maxCostPerVisit: 25,
  retention: { visitDays: 400, eventDays: 400, postbackDays: 90 },
  rates: { USD: '0.9251' },
  version: 7,
};
export const workspaceShown: ShownRecord = {
  label: 'workspace',
  data: workspaceSettings,
  example: data,
  read: getWorkspaceSettings,
};

export const workspaceOperations: PanelOperation[] = [
  showWarnings('workspace', {
    operationId: 'getWorkspaceSettings',
    method: 'GET',
    path: '/settings',
    access: 'workspaces.read',
    summary: 'Get the workspace settings',
    data: workspaceSettings,
    example: { data, issue: strayParameter },
    run: (context) => getWorkspaceSettings(context),
  }),
  answerWarnings(
    'workspace',
    changesRecord(workspaceShown, {
      operationId: 'updateWorkspaceSettings',
      method: 'PATCH',
      path: '/settings',
      access: 'workspaces.settings',
      summary: 'Update the given workspace settings',
      description: 'Currency rates are replaced, not merged.',
      idOf: ({ workspaceId }) => workspaceId,
      body: workspaceSettingsChange,
      errors: {
        CONFLICT: {
          currency: {
            message:
              'Changing the currency does not convert amounts: 100 EUR would become 100 GBP. Confirm the change in the workspace settings (relabelAmounts in the API, --relabel-amounts for waypost import), or create a separate workspace for GBP.',
            reason: 'amounts-in-currency',
            details: { before: 'EUR', after: 'GBP' },
          },
        },
      },
      example: {
        body: { retention: { visitDays: 400 }, rates: { USD: '0.9251' } },
        issue: { path: 'timezone', message: 'must be an IANA time zone such as Europe/Berlin' },
      },
      run: async (context, { body }) => void (await updateWorkspaceSettings(context, body)),
    }),
  ),
  {
    operationId: 'getSubscription',
    method: 'GET',
    path: '/subscription',
    access: 'subscriptions.read',
    summary: 'Get the workspace’s subscription',
    data: subscription,
    example: { data: { status: 'active', apiAccess: true }, issue: strayParameter },
    run: (context) => getSubscription(context),
  },
  {
    operationId: 'listAuditLog',
    method: 'GET',
    path: '/audit-log',
    access: 'audit.read',
    summary: 'List the audit log',
    query: auditListQuery,
    data: auditPage,
    example: {
      query: { action: 'landing', subjectId: panelIds.landing, limit: '50' },
      data: uncounted(auditEntryExample),
      issue: {
        path: 'cursor',
        message: 'is not valid for this list, sort order and filters',
      },
    },
    run: (context, { query }) => listAuditLog(context, query),
  },
];
