import { personApi, workspaceApi } from '../api/api.ts';

// Says in the words of the browser why it did not subscribe.
export class BrowserRefusal extends Error {
  override readonly name = 'BrowserRefusal';
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  // Missing in browsers without support, and on pages without HTTPS.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await workers?.getRegistration('/');
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

// Returns the fingerprint by which the server lists this browser, or undefined if the browser gets no notifications
// with this key.
export async function readFingerprint(publicKey: string): Promise<string | undefined> {
  const subscription = await findSubscription();
  if (subscription === undefined || Notification.permission !== 'granted' || !hasKey(subscription, publicKey))
    return undefined;
  return await fingerprintOf(subscription);
}

async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
  return encode(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  return options.applicationServerKey !== null && encode(options.applicationServerKey) === publicKey;
}

function encode(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCodePoint(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
}

// Subscribes this browser and adds it to the workspace.
export async function turnOn(workspaceId: string, publicKey: string): Promise<void> {
  // The browser asks only right after a click, so this comes first.
  if ((await Notification.requestPermission()) !== 'granted')
    throw new BrowserRefusal('Notifications were not allowed. Try again and choose “Allow”.');
  const subscription = (await keepOwnSubscription(publicKey)) ?? (await subscribe(publicKey));
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await workspaceApi(workspaceId).addAlertDevice({ endpoint, p256dh, auth });
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { pushManager } = await navigator.serviceWorker.ready;
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(publicKey) });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new BrowserRefusal(`The browser could not subscribe: ${words}`, { cause: error });
  }
}

// Returns the subscription if one of the person's workspaces uses it. Otherwise, it is ended, because it may be that of
// the person who used this browser before.
async function keepOwnSubscription(publicKey: string): Promise<PushSubscription | undefined> {
  const subscription = await findSubscription();
  if (subscription === undefined) return undefined;
  if (hasKey(subscription, publicKey) && (await listUses(subscription)).length > 0) return subscription;
  await subscription.unsubscribe();
  return undefined;
}

// Lists where this browser is a device of the person.
async function listUses(subscription: PushSubscription): Promise<{ workspaceId: string; id: string }[]> {
  const fingerprint = await fingerprintOf(subscription);
  const { workspaces } = await personApi.getMe();
  const lists = workspaces.map(async ({ id: workspaceId }) => {
    const { devices } = await workspaceApi(workspaceId).getAlertDevices();
    return devices.filter((one) => one.fingerprint === fingerprint).map(({ id }) => ({ workspaceId, id }));
  });
  return (await Promise.all(lists)).flat();
}

// Ends the subscription of this browser when the last workspace has stopped using it.
export async function endUnusedSubscription(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription !== undefined && (await listUses(subscription)).length === 0)
    await subscription.unsubscribe();
}

// Removes this browser from all workspaces, because nobody will be signed in to it.
export async function forgetDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription === undefined) return;
  const uses = await listUses(subscription);
  await Promise.all(uses.map(({ workspaceId, id }) => workspaceApi(workspaceId).removeAlertDevice(id)));
  await subscription.unsubscribe();
}
