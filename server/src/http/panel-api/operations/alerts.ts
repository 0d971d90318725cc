import {
  alertListQuery,
  alertMail,
  alertPage,
  alertReceiver,
  alertReceivers,
  alertRule,
  alertRuleChange,
  alertRules,
  alertSummary,
  alertWebhookSecret,
  newAlertWebhook,
} from '@waypost/contract/monitoring/alerts.ts';
import { uncounted } from '@waypost/contract/api/paging.ts';
import { z } from 'zod';
import { listAlerts, summarizeAlerts } from '../../../services/alerts/alerts.ts';
import {
  createWebhook,
  listReceivers,
  removeReceiver,
  rotateReceiverSecret,
  setAlertMail,
  testReceiver,
  tooManyReceivers,
} from '../../../services/alerts/receivers.ts';
import { changeAlertRule, listAlertRules } from '../../../services/attention/alert-rules.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';

const id = '0197a3c4-0000-7000-8000-0000000000a1';
const at = '2026-11-17T09:00:00.000Z';
const tooMany = { tooMany: { message: tooManyReceivers, details: { reason: 'too-many' } } };
const receiver = { receiver: noSuch('receiver') };
const secretExample = { id, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDOWfmSmRHnVI=' };
const ruleExample = { kind: 'late-traffic' as const, isOn: true, threshold: 30, isChanged: true };
const result = { at, isOk: true, status: 200, error: null };

export const alertOperations: PanelOperation[] = [
  {
    operationId: 'listAlerts',
    method: 'GET',
    path: '/alerts',
    access: 'alerts.read',
    summary: 'List open alerts, or alerts resolved in the last 90 days',
    description:
      'Returns only alerts that the caller may see: admins and owners also see alerts about API keys and, in the first workspace, about the installation.',
    query: alertListQuery,
    data: alertPage,
    example: {
      query: { state: 'open' },
      data: uncounted({
        id,
        kind: 'lost-traffic' as const,
        message: '0 visits in the last 6 hours, compared with 812 in the same hours of the previous day.',
        subject: { type: 'campaign' as const, id: panelIds.campaign, name: 'Germany, push' },
        count: null,
        openedAt: at,
        lastSeenAt: at,
        recoveredAt: null,
        told: 2,
        toldWaiting: 0,
      }),
      issue: { path: 'state', message: 'must be open or past' },
    },
    run: (context, { query }) => listAlerts(context, query),
  },
  {
    operationId: 'getAlertSummary',
    method: 'GET',
    path: '/alerts/summary',
    access: 'alerts.read',
    summary: 'Count open alerts and receivers',
    data: alertSummary,
    example: { data: { open: 1, isMailed: true, canSendMail: true, receivers: 2 }, issue: strayParameter },
    run: (context) => summarizeAlerts(context),
  },
  {
    operationId: 'getAlertRules',
    method: 'GET',
    path: '/alerts/rules',
    access: 'alerts.read',
    summary: 'List the workspace’s alert rules',
    data: alertRules,
    example: { data: { rules: [ruleExample], currency: 'USD' }, issue: strayParameter },
    run: (context) => listAlertRules(context),
  },
  {
    operationId: 'changeAlertRule',
    method: 'PUT',
    path: '/alerts/rules/{id}',
    access: 'alerts.manage',
    summary: 'Turn an alert rule on or off, or change its threshold',
    description: 'The ID is the rule’s kind. Changes take effect within a minute.',
    body: alertRuleChange,
    data: alertRule,
    errors: { NOT_FOUND: { rule: noSuch('alert rule') } },
    example: {
      body: { isOn: true, threshold: 30 },
      data: ruleExample,
      issue: { path: 'threshold', message: 'must be between 1 and 1440' },
    },
    run: (context, input) => changeAlertRule(context, inputId(input), input.body),
  },
  {
    operationId: 'setAlertMail',
    method: 'PUT',
    path: '/alerts/mail',
    access: 'alerts.read',
    summary: 'Turn alert emails for the caller on or off',
    body: alertMail,
    data: alertMail,
    errors: { CONFLICT: tooMany },
    example: {
      body: { isWanted: true },
      data: { isWanted: true },
      issue: { path: 'isWanted', message: 'must be true or false' },
    },
    run: (context, { body }) => setAlertMail(context, body),
  },
  {
    operationId: 'getAlertReceivers',
    method: 'GET',
    path: '/alerts/receivers',
    access: 'alerts.manage',
    summary: 'List alert receivers with the results of their last notifications',
    data: alertReceivers,
    example: {
      data: {
        receivers: [
          { id, type: 'webhook', to: 'https://hooks.example.com/waypost', createdAt: at, last: result },
        ],
      },
      issue: strayParameter,
    },
    run: (context) => listReceivers(context),
  },
  {
    operationId: 'createAlertWebhook',
    method: 'POST',
    path: '/alerts/receivers',
    access: 'alerts.manage',
    summary: 'Create a webhook for alerts. Returns its secret once',
    status: 201,
    once: 'secret',
    body: newAlertWebhook,
    data: alertWebhookSecret,
    errors: { CONFLICT: tooMany },
    example: {
      body: { url: 'https://hooks.example.com/waypost' },
      data: secretExample,
      issue: { path: 'url', message: 'must have a host on the public internet' },
    },
    run: (context, { body }) => createWebhook(context, body),
  },
  {
    operationId: 'rotateAlertWebhookSecret',
    method: 'POST',
    path: '/alerts/receivers/{id}/secret',
    access: 'alerts.manage',
    summary: 'Replace a webhook’s secret. Returns the new secret once; the old one stops working immediately',
    data: alertWebhookSecret,
    errors: { NOT_FOUND: { ...receiver, webhook: noSuch('webhook') } },
    example: { data: secretExample, issue: strayParameter },
    run: (context, input) => rotateReceiverSecret(context, inputId(input)),
  },
  {
    operationId: 'testAlertReceiver',
    method: 'POST',
    path: '/alerts/receivers/{id}/test',
    access: 'alerts.manage',
    summary: 'Send a test notification to a receiver and return the result',
    data: alertReceiver.shape.last.unwrap(),
    errors: { NOT_FOUND: receiver },
    example: { data: result, issue: strayParameter },
    run: (context, input) => testReceiver(context, inputId(input)),
  },
  {
    operationId: 'removeAlertReceiver',
    method: 'DELETE',
    path: '/alerts/receivers/{id}',
    access: 'alerts.manage',
    summary: 'Remove an alert receiver',
    data: z.null(),
    errors: { NOT_FOUND: receiver },
    example: { data: null, issue: strayParameter },
    run: (context, input) => removeReceiver(context, inputId(input)),
  },
];
