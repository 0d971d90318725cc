import type { Page } from 'playwright-core';
import { hangLimitMs } from '../hang-limit.ts';
import { pollUntil } from '../poll-until.ts';
import { makeSubscription } from '../push/alert-devices.ts';

// JavaScript source, because the code runs in the page. The subscription survives a reload, like a real one.
const fakePushManager = (keys: object) => `(() => {
  const name = 'subscription';
  const read = () => {
    const { endpoint, key } = JSON.parse(sessionStorage.getItem(name) ?? '{}');
    if (endpoint === undefined) return null;
    return {
      endpoint,
      options: { applicationServerKey: Uint8Array.from(key).buffer },
      toJSON: () => ({ endpoint, keys: ${JSON.stringify(keys)} }),
      unsubscribe: async () => sessionStorage.removeItem(name),
    };
  };
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  PushManager.prototype.getSubscription = async () => read();
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const endpoint = 'https://push.invalid.example/' + crypto.randomUUID();
    sessionStorage.setItem(name, JSON.stringify({ endpoint, key: [...applicationServerKey] }));
    return read();
  };
})()`;

// Replaces the push service, which tests cannot reach. The headless browser reports the permission as denied even after
// it was granted, so the permission is replaced as well.
export async function replacePushService(page: Page): Promise<void> {
  const { p256dh, auth } = makeSubscription();
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript({ content: fakePushManager({ p256dh, auth }) });
}

// Delivers a message to the real service worker, as the browser does when the push service sends one, and returns the
// notifications. The headless browser cannot show any, so the worker's calls are recorded instead.
export async function deliverPush(page: Page, content: unknown): Promise<unknown[]> {
  const context = page.context();
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('the page has no service worker');
  await worker.evaluate(
    'self.shown = []; self.registration.showNotification = async (...call) => void self.shown.push(call);',
  );
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const message = { origin: new URL(page.url()).origin, data: JSON.stringify(content) };
  await session.send('ServiceWorker.deliverPushMessage', { ...message, registrationId: await registered });
  const readShown = async () => {
    const shown = await worker.evaluate<unknown[]>('self.shown');
    return shown.length > 0 ? shown : undefined;
  };
  return (await pollUntil(readShown, { timeoutMs: hangLimitMs, intervalMs: 20 })) ?? [];
}
