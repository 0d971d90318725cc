import { alertDevices, alertReceiver, newAlertDevice } from '@waypost/contract/monitoring/alerts.ts';
import { z } from 'zod';
import {
  addDevice,
  listDevices,
  removeDevice,
  testDevice,
  tooManyDevices,
} from '../../../services/alerts/devices.ts';
import { tooManyReceivers } from '../../../services/alerts/receivers.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { inputId, type PanelOperation } from '../operation.ts';

const id = '0197a3c4-0000-7000-8000-0000000000a2';
const at = '2026-11-17T09:00:00.000Z';
const result = { at, isOk: true, status: 201, error: null };
const deviceExample = {
  id,
  name: 'Chrome on Android',
  service: 'fcm.googleapis.com',
  fingerprint: '8wB0Jb4hFPc8qTyDZ0cC5yB9Zl1iEoHcW7mYI0mXkSo',
  createdAt: at,
  last: result,
};
const device = { device: noSuch('device') };

export const alertDeviceOperations: PanelOperation[] = [
  {
    operationId: 'getAlertDevices',
    method: 'GET',
    path: '/alerts/devices',
    access: 'alerts.read',
    summary: 'List the caller’s devices that get notifications, with the results of their last notifications',
    data: alertDevices,
    example: {
      data: {
        publicKey: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
        devices: [deviceExample],
      },
      issue: strayParameter,
    },
    run: (context) => listDevices(context),
  },
  {
    operationId: 'addAlertDevice',
    method: 'POST',
    path: '/alerts/devices',
    access: 'alerts.read',
    summary: 'Send notifications to the caller’s browser',
    description:
      'Takes the subscription that the browser received from its push service (W3C Push API). The device is named after the User-Agent header.',
    status: 201,
    body: newAlertDevice,
    data: alertDevices.shape.devices.element,
    errors: {
      NOT_FOUND: device,
      CONFLICT: {
        tooMany: { message: tooManyReceivers, details: { reason: 'too-many' } },
        tooManyDevices: { message: tooManyDevices, details: { reason: 'too-many' } },
      },
    },
    example: {
      body: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/fnU2yRPl-3w:APA91bE',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      data: { ...deviceExample, last: null },
      issue: { path: 'auth', message: 'must be 16 bytes in base64url' },
    },
    run: (context, { body }) => addDevice(context, body),
  },
  {
    operationId: 'testAlertDevice',
    method: 'POST',
    path: '/alerts/devices/{id}/test',
    access: 'alerts.read',
    summary: 'Send a test notification to one of the caller’s devices and return the result',
    data: alertReceiver.shape.last.unwrap(),
    errors: { NOT_FOUND: device },
    example: { data: result, issue: strayParameter },
    run: (context, input) => testDevice(context, inputId(input)),
  },
  {
    operationId: 'removeAlertDevice',
    method: 'DELETE',
    path: '/alerts/devices/{id}',
    access: 'alerts.read',
    summary: 'Remove one of the caller’s devices',
    data: z.null(),
    errors: { NOT_FOUND: device },
    example: { data: null, issue: strayParameter },
    run: (context, input) => removeDevice(context, inputId(input)),
  },
];
