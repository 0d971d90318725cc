import { createWebhook } from '../../src/services/alerts/receivers.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { makeAlertDevice, makeSubscription } from '../../src/testing/push/alert-devices.ts';
import type { Request } from './people-to-change.ts';

export async function makeReceiversToChange(context: WorkspaceContext, userId: string) {
  const { id: webhook } = await createWebhook(context, { url: 'https://hooks.example.com/' });
  return { webhook, device: await makeAlertDevice(context, userId) };
}

type Fixtures = Awaited<ReturnType<typeof makeReceiversToChange>>;

export const alertMutations: Record<string, (fixtures: Fixtures) => Request> = {
  changeAlertRule: () => ({ path: '/alerts/rules/late-traffic', body: { isOn: false, threshold: 30 } }),
  setAlertMail: () => ({ path: '/alerts/mail', body: { isWanted: true } }),
  createAlertWebhook: () => ({ path: '/alerts/receivers', body: { url: 'https://hooks.example.com/a' } }),
  rotateAlertWebhookSecret: ({ webhook }) => ({ path: `/alerts/receivers/${webhook}/secret` }),
  testAlertReceiver: ({ webhook }) => ({ path: `/alerts/receivers/${webhook}/test` }),
  removeAlertReceiver: ({ webhook }) => ({ path: `/alerts/receivers/${webhook}` }),
  addAlertDevice: () => ({ path: '/alerts/devices', body: makeSubscription() }),
  testAlertDevice: ({ device }) => ({ path: `/alerts/devices/${device}/test` }),
  removeAlertDevice: ({ device }) => ({ path: `/alerts/devices/${device}` }),
};
