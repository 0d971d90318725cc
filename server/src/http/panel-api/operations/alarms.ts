import {
  alarmListQuery,
  alarmMail,
  alarmPage,
  alarmReceiver,
  alarmReceivers,
  alarmRule,
  alarmRuleChange,
  alarmRules,
  alarmSummary,
  alarmWebhookSecret,
  newAlarmWebhook,
} from '@waypost/contract/alarms.ts';
import { uncounted } from '@waypost/contract/paging.ts';
import { z } from 'zod';
import { listAlarms, summariseAlarms } from '../../../services/alarms/alarms.ts';
import {
  createWebhook,
  listReceivers,
  removeReceiver,
  rotateReceiverSecret,
  setAlarmMail,
  testReceiver,
  tooManyReceivers,
} from '../../../services/alarms/receivers.ts';
import { changeAlarmRule, listAlarmRules } from '../../../services/attention/alarm-rules.ts';
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
export const alarmOperations: PanelOperation[] = [
  {
    operationId: 'listAlarms',
    method: 'GET',
    path: '/alarms',
    access: 'alarms.read',
    summary: 'Lists alarms that are open, or those of the last 90 days that are over',
    description:
      'Of the kinds that the caller may see: keys are for admins, parts of the installation for its operator.',
    query: alarmListQuery,
    data: alarmPage,
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
    run: (context, { query }) => listAlarms(context, query),
  },
  {
    operationId: 'getAlarmSummary',
    method: 'GET',
    path: '/alarms/summary',
    access: 'alarms.read',
    summary: 'Tells how many alarms are open, and whether anybody is told',
    data: alarmSummary,
    example: { data: { open: 1, isMailed: true, canSendMail: true, receivers: 2 }, issue: strayParameter },
    run: (context) => summariseAlarms(context),
  },
  {
    operationId: 'getAlarmRules',
    method: 'GET',
    path: '/alarms/rules',
    access: 'alarms.read',
    summary: 'Lists the rules of alarms as they hold here',
    data: alarmRules,
    example: { data: { rules: [ruleExample], currency: 'USD' }, issue: strayParameter },
    run: (context) => listAlarmRules(context),
  },
  {
    operationId: 'changeAlarmRule',
    method: 'PUT',
    path: '/alarms/rules/{id}',
    access: 'alarms.manage',
    summary: 'Switches a rule on or off, or gives it another threshold',
    description: 'The rule is named by its kind. It holds from the next look on, which is within a minute.',
    body: alarmRuleChange,
    data: alarmRule,
    errors: { NOT_FOUND: { rule: noSuch('alarm rule') } },
    example: {
      body: { isOn: true, threshold: 30 },
      data: ruleExample,
      issue: { path: 'threshold', message: 'must be from 1 to 1440' },
    },
    run: (context, input) => changeAlarmRule(context, inputId(input), input.body),
  },
  {
    operationId: 'setAlarmMail',
    method: 'PUT',
    path: '/alarms/mail',
    access: 'alarms.read',
    summary: 'Says whether the caller is mailed when alarms begin and end',
    body: alarmMail,
    data: alarmMail,
    errors: { CONFLICT: tooMany },
    example: {
      body: { isWanted: true },
      data: { isWanted: true },
      issue: { path: 'isWanted', message: 'must be true or false' },
    },
    run: (context, { body }) => setAlarmMail(context, body),
  },
  {
    operationId: 'getAlarmReceivers',
    method: 'GET',
    path: '/alarms/receivers',
    access: 'alarms.manage',
    summary: 'Lists who is told of alarms, and what came of the last message to each',
    data: alarmReceivers,
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
    operationId: 'createAlarmWebhook',
    method: 'POST',
    path: '/alarms/receivers',
    access: 'alarms.manage',
    summary: 'Adds a URL that is called when alarms begin and end, and shows its secret, once',
    status: 201,
    once: 'secret',
    body: newAlarmWebhook,
    data: alarmWebhookSecret,
    errors: { CONFLICT: tooMany },
    example: {
      body: { url: 'https://hooks.example.com/waypost' },
      data: secretExample,
      issue: { path: 'url', message: 'must have a host on the public internet' },
    },
    run: (context, { body }) => createWebhook(context, body),
  },
  {
    operationId: 'rotateAlarmWebhookSecret',
    method: 'POST',
    path: '/alarms/receivers/{id}/secret',
    access: 'alarms.manage',
    summary: 'Gives a webhook a new secret and shows it, once; the old one signs nothing more',
    data: alarmWebhookSecret,
    errors: { NOT_FOUND: { ...receiver, webhook: noSuch('webhook') } },
    example: { data: secretExample, issue: strayParameter },
    run: (context, input) => rotateReceiverSecret(context, inputId(input)),
  },
  {
    operationId: 'testAlarmReceiver',
    method: 'POST',
    path: '/alarms/receivers/{id}/test',
    access: 'alarms.manage',
    summary: 'Sends a receiver a test and answers what came of it',
    data: alarmReceiver.shape.last.unwrap(),
    errors: { NOT_FOUND: receiver },
    example: { data: result, issue: strayParameter },
    run: (context, input) => testReceiver(context, inputId(input)),
  },
  {
    operationId: 'removeAlarmReceiver',
    method: 'DELETE',
    path: '/alarms/receivers/{id}',
    access: 'alarms.manage',
    summary: 'Tells a receiver nothing any more',
    data: z.null(),
    errors: { NOT_FOUND: receiver },
    example: { data: null, issue: strayParameter },
    run: (context, input) => removeReceiver(context, inputId(input)),
  },
];
