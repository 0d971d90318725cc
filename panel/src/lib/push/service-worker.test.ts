import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '..', '..', '..', 'public', 'sw.js'), 'utf8');
const origin = 'https://panel.example.com';

type Handler = (event: object) => void;
type Fetched = { url: string; method: string; body: unknown };

// Runs the service worker with a browser that records what the worker does.
function startWorker({ tabs = [] as string[], isSignedIn = true, isControlled = true } = {}) {
  const handlers = new Map<string, Handler>();
  const shown: [string, object][] = [];
  const opened: string[] = [];
  const fetched: Fetched[] = [];
  const subscribed: unknown[] = [];
  const registration = {
    showNotification: async (title: string, options: object) => void shown.push([title, options]),
    pushManager: {
      subscribe: async (options: unknown) => {
        subscribed.push(options);
        return makeSubscription('new');
      },
    },
  };
  const clients = {
    matchAll: async () =>
      tabs.map((url) => ({
        url,
        focus: async () => void opened.push(`focus ${url}`),
        navigate: async (to: string) => {
          if (!isControlled) throw new TypeError('not controlled');
          opened.push(`navigate ${to}`);
        },
      })),
    openWindow: async (url: string) => void opened.push(`open ${url}`),
  };
  const fetch = async (url: string, { method = 'GET', body = 'null' } = {}) => {
    fetched.push({ url, method, body: JSON.parse(body) as unknown });
    return { ok: isSignedIn, json: async () => ({ data: { workspaces: [{ id: 'w1' }, { id: 'w2' }] } }) };
  };
  const self = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    skipWaiting: () => undefined,
    location: { origin },
    registration,
    clients,
  };
  runInNewContext(source, { self, URL, JSON, Promise, fetch });
  const dispatch = async (type: string, event: object) => {
    const pending: Promise<unknown>[] = [];
    handlers.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => pending.push(work) });
    expect(pending).toHaveLength(1);
    await Promise.all(pending);
  };
  return { handlers, shown, opened, fetched, subscribed, dispatch };
}

const makeSubscription = (name: string) => ({
  endpoint: `https://push.example.com/${name}`,
  options: { applicationServerKey: 'key' },
  toJSON: () => ({
    endpoint: `https://push.example.com/${name}`,
    keys: { p256dh: `${name} key`, auth: `${name} auth` },
  }),
});

const click = (path: string) => ({ notification: { close: () => undefined, data: { path } } });

describe('the service worker', () => {
  it('handles no requests, so the panel always comes from the server', () => {
    expect([...startWorker().handlers.keys()].toSorted()).toEqual([
      'install',
      'notificationclick',
      'push',
      'pushsubscriptionchange',
    ]);
    expect(source).not.toMatch(/\bcaches\b/);
  });

  it('shows each notification of a message, and replaces those with the same tag', async () => {
    const { shown, dispatch } = startWorker();
    const notifications = [
      { tag: 'a', title: 'Alert: Main', body: 'First' },
      { tag: 'b', title: 'Resolved: Main', body: 'Second' },
    ];
    await dispatch('push', { data: { json: () => ({ path: '/alerts?ws=w', notifications }) } });
    const options = { renotify: true, icon: '/icon-192.png', data: { path: '/alerts?ws=w' } };
    expect(shown).toEqual([
      ['Alert: Main', { ...options, tag: 'a', body: 'First' }],
      ['Resolved: Main', { ...options, tag: 'b', body: 'Second' }],
    ]);
  });

  it.each([
    ['without content', null],
    ['with content that is not JSON', { json: () => JSON.parse('{') as unknown }],
    ['without notifications', { json: () => ({ path: '/', notifications: [] }) }],
  ])('shows a notification for a message %s, because browsers require one', async (_, data) => {
    const { shown, dispatch } = startWorker();
    await dispatch('push', { data });
    expect(shown).toMatchObject([['Waypost', { body: 'There is a new alert.', data: { path: '/alerts' } }]]);
  });

  it('focuses the tab with the alerts of the workspace when a notification is clicked', async () => {
    const tabs = [`${origin}/alerts?ws=other`, `${origin}/campaigns?ws=w`, `${origin}/alerts?x=1&ws=w`];
    const { opened, dispatch } = startWorker({ tabs });
    await dispatch('notificationclick', click('/alerts?ws=w'));
    expect(opened).toEqual([`focus ${origin}/alerts?x=1&ws=w`]);
  });

  it.each([
    [true, 'navigate'],
    [false, 'open'],
  ])(
    'shows the workspace in a tab with the alerts whose URL names none (controlled: %s)',
    async (isControlled, how) => {
      const { opened, dispatch } = startWorker({ tabs: [`${origin}/alerts`], isControlled });
      await dispatch('notificationclick', click('/alerts?ws=w'));
      expect(opened).toEqual([`focus ${origin}/alerts`, `${how} ${origin}/alerts?ws=w`]);
    },
  );

  it('opens a tab if none shows the alerts of the workspace', async () => {
    const { opened, dispatch } = startWorker({ tabs: [`${origin}/campaigns?ws=w`] });
    await dispatch('notificationclick', click('/alerts?ws=w'));
    expect(opened).toEqual([`open ${origin}/alerts?ws=w`]);
  });

  it('replaces a changed subscription in all workspaces that know the old one', async () => {
    const { fetched, subscribed, dispatch } = startWorker();
    await dispatch('pushsubscriptionchange', { oldSubscription: makeSubscription('old') });
    expect(subscribed).toEqual([{ applicationServerKey: 'key' }]);
    const body = {
      endpoint: 'https://push.example.com/new',
      p256dh: 'new key',
      auth: 'new auth',
      replaces: 'https://push.example.com/old',
    };
    expect(fetched).toEqual([
      { url: '/panel/api/me', method: 'GET', body: null },
      { url: '/panel/api/workspaces/w1/alerts/devices', method: 'POST', body },
      { url: '/panel/api/workspaces/w2/alerts/devices', method: 'POST', body },
    ]);
  });

  it('uses the subscription that the browser has already made', async () => {
    const { fetched, subscribed, dispatch } = startWorker();
    const [oldSubscription, newSubscription] = [makeSubscription('old'), makeSubscription('given')];
    await dispatch('pushsubscriptionchange', { oldSubscription, newSubscription });
    expect(subscribed).toEqual([]);
    expect(fetched[1]).toMatchObject({ body: { endpoint: 'https://push.example.com/given' } });
  });

  it('changes nothing after the session has expired or if the old subscription is unknown', async () => {
    const signedOut = startWorker({ isSignedIn: false });
    await signedOut.dispatch('pushsubscriptionchange', { oldSubscription: makeSubscription('old') });
    expect(signedOut.fetched.map(({ url }) => url)).toEqual(['/panel/api/me']);
    const unknown = startWorker();
    await unknown.dispatch('pushsubscriptionchange', {});
    expect(unknown.fetched).toEqual([]);
  });
});
