import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BrowserRefusal,
  endUnusedSubscription,
  forgetDevice,
  readFingerprint,
  turnOn,
} from './push-device.ts';

const publicKey = Buffer.from('the public key of the installation').toString('base64url');
const fingerprintOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');

type Browser = {
  endpoint: string;
  key: string;
  permission: string;
  uses: Record<string, string[]>;
  refusal: string;
};

// Installs a browser and a server with two workspaces. `uses` lists the endpoints of the person's devices.
function stubBrowser({
  endpoint,
  key = publicKey,
  permission = 'granted',
  uses = {},
  refusal,
}: Partial<Browser> = {}) {
  const log: string[] = [];
  const makeSubscription = (own: string, subscribedWith: string) => ({
    endpoint: own,
    options: { applicationServerKey: Uint8Array.from(Buffer.from(subscribedWith, 'base64url')).buffer },
    toJSON: () => ({ endpoint: own, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      log.push(`unsubscribe ${own}`);
      current = null;
    },
  });
  let current = endpoint === undefined ? null : makeSubscription(endpoint, key);
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      if (refusal !== undefined) throw new Error(refusal);
      log.push('subscribe');
      return (current = makeSubscription('new', Buffer.from(applicationServerKey).toString('base64url')));
    },
  };
  const registration = { pushManager };
  const serviceWorker = {
    getRegistration: async () => registration,
    register: async (path: string) => void log.push(`register ${path}`),
    ready: Promise.resolve(registration),
  };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body = '' } = {}) => {
    if (method !== 'GET') log.push(`${method} ${url.replace('/panel/api/workspaces/', '')} ${body}`.trim());
    const [, workspace = ''] = /workspaces\/(\w+)\//.exec(url) ?? [];
    const devices = (uses[workspace] ?? []).map((own) => ({ id: own, fingerprint: fingerprintOf(own) }));
    const data = url.endsWith('/me') ? { workspaces: [{ id: 'w1' }, { id: 'w2' }] } : { devices };
    return Response.json({ ok: true, data });
  });
  return log;
}

const added = (endpoint: string) =>
  `POST w1/alerts/devices ${JSON.stringify({ endpoint, p256dh: 'p', auth: 'a' })}`;

beforeEach(() => vi.unstubAllGlobals());

describe('turnOn', () => {
  it('registers the service worker, subscribes and adds the device', async () => {
    const log = stubBrowser();
    await turnOn('w1', publicKey);
    expect(log).toEqual(['register /sw.js', 'subscribe', added('new')]);
  });

  it('keeps the subscription that another workspace of the person uses', async () => {
    const log = stubBrowser({ endpoint: 'own', uses: { w2: ['own'] } });
    await turnOn('w1', publicKey);
    expect(log).toEqual([added('own')]);
  });

  it.each([
    ['of someone else who used the browser', { endpoint: 'theirs' }],
    [
      'with a former key of the installation',
      { endpoint: 'old', key: Buffer.from('former').toString('base64url'), uses: { w1: ['old'] } },
    ],
  ])('replaces a subscription %s', async (_, browser) => {
    const log = stubBrowser(browser);
    await turnOn('w1', publicKey);
    expect(log).toEqual([`unsubscribe ${browser.endpoint}`, 'register /sw.js', 'subscribe', added('new')]);
  });

  it('adds nothing without the permission', async () => {
    const log = stubBrowser({ permission: 'default' });
    await expect(turnOn('w1', publicKey)).rejects.toThrow('Notifications were not allowed');
    expect(log).toEqual([]);
  });

  it('throws the words of a browser that does not subscribe', async () => {
    stubBrowser({ refusal: 'Registration failed - push service error' });
    const refused = turnOn('w1', publicKey);
    await expect(refused).rejects.toThrow('Registration failed - push service error');
    await expect(refused).rejects.toBeInstanceOf(BrowserRefusal);
  });
});

describe('readFingerprint', () => {
  it('returns the SHA-256 of the endpoint', async () => {
    stubBrowser({ endpoint: 'own' });
    expect(await readFingerprint(publicKey)).toBe(fingerprintOf('own'));
  });

  it.each([
    ['without a subscription', {}],
    ['with a former key of the installation', { endpoint: 'own', key: 'b2xk' }],
    ['after the permission was withdrawn', { endpoint: 'own', permission: 'denied' }],
  ])('returns undefined %s', async (_, browser) => {
    stubBrowser(browser);
    expect(await readFingerprint(publicKey)).toBeUndefined();
  });

  it('returns undefined in a browser without service workers', async () => {
    vi.stubGlobal('navigator', {});
    expect(await readFingerprint(publicKey)).toBeUndefined();
  });
});

describe('endUnusedSubscription', () => {
  it.each([
    [{}, ['unsubscribe own']],
    [{ w2: ['own'] }, []],
  ])('ends the subscription unless a workspace uses it: %j', async (uses, calls) => {
    const log = stubBrowser({ endpoint: 'own', uses });
    await endUnusedSubscription();
    expect(log).toEqual(calls);
  });
});

describe('forgetDevice', () => {
  it('removes the browser from all workspaces and ends its subscription', async () => {
    const log = stubBrowser({ endpoint: 'own', uses: { w1: ['own', 'phone'], w2: ['own'] } });
    await forgetDevice();
    expect(log).toEqual(['DELETE w1/alerts/devices/own', 'DELETE w2/alerts/devices/own', 'unsubscribe own']);
  });

  it('does nothing in a browser without a subscription', async () => {
    const log = stubBrowser({ uses: { w1: ['phone'] } });
    await forgetDevice();
    expect(log).toEqual([]);
  });
});
