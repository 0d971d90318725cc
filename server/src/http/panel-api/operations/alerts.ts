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
} from '@waypost/contract/alerts.ts';
import { uncounted } from '@waypost/contract/paging.ts';
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

/** What is wrong, from when to when; by which rules; and who is told. */
export const alertOperations: PanelOperation[] = [
  {
    operationId: 'listAlerts',
    method: 'GET',
    path: '/alerts',
    access: 'alerts.read',
    summary: 'Lists alerts that are open, or those of the last 90 days that are over',
    description:
      'Of the kinds that the caller may see: keys are for admins, parts of the installation for its operator.',
    query: alertListQuery,
    data: alertPage,
    example: {
      query: { state: 'open' },
      data: uncounted({
        id,
        kind: 'lost-traffic' as const,
        message: '0 visits in the last 6 hours; in the same hours of the day before there were 812.',
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
    summary: 'Tells how many alerts are open, and whether anybody is told',
    data: alertSummary,
    example: { data: { open: 1, isMailed: true, canSendMail: true, receivers: 2 }, issue: strayParameter },
    run: (context) => summarizeAlerts(context),
  },
  {
    operationId: 'getAlertRules',
    method: 'GET',
    path: '/alerts/rules',
    access: 'alerts.read',
    summary: 'Lists the rules of alerts as they hold here',
    data: alertRules,
    example: { data: { rules: [ruleExample], currency: 'USD' }, issue: strayParameter },
    run: (context) => listAlertRules(context),
  },
  {
    operationId: 'changeAlertRule',
    method: 'PUT',
    path: '/alerts/rules/{id}',
    access: 'alerts.manage',
    summary: 'Switches a rule on or off, or gives it another threshold',
    description: 'The rule is named by its kind. It holds from the next look on, which is within a minute.',
    body: alertRuleChange,
    data: alertRule,
    errors: { NOT_FOUND: { rule: noSuch('alert rule') } },
    example: {
      body: { isOn: true, threshold: 30 },
      data: ruleExample,
      issue: { path: 'threshold', message: 'must be from 1 to 1440' },
    },
    run: (context, input) => changeAlertRule(context, inputId(input), input.body),
  },
  {
    operationId: 'setAlertMail',
    method: 'PUT',
    path: '/alerts/mail',
    access: 'alerts.read',
    summary: 'Says whether the caller is mailed when alerts begin and end',
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
    summary: 'Lists who is told of alerts, and what came of the last message to each',
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
    summary: 'Adds a URL that is called when alerts begin and end, and shows its secret, once',
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
    summary: 'Gives a webhook a new secret and shows it, once; the old one signs nothing more',
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
    summary: 'Sends a receiver a test and answers what came of it',
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
    summary: 'Tells a receiver nothing any more',
    data: z.null(),
    errors: { NOT_FOUND: receiver },
    example: { data: null, issue: strayParameter },
    run: (context, input) => removeReceiver(context, inputId(input)),
  },
];
