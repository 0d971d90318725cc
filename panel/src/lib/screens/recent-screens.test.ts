import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearRecentScreens, recentScreens, rememberScreen } from './recent-screens.ts';

const owner = { personId: 'p1', workspaceId: 'w1' };
let stored: Map<string, string>;
let storage: Storage;

const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

afterEach(() => {
  if (original === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
  else Object.defineProperty(globalThis, 'localStorage', original);
});

beforeEach(() => {
  stored = new Map();
  storage = {
    get length() {
      return stored.size;
    },
    key: (at) => [...stored.keys()][at] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    clear: () => stored.clear(),
  };
});

it('recentScreens returns at most eight screens, newest first, each path once with its latest title', () => {
  for (let at = 0; at < 10; at += 1)
    rememberScreen(owner, { path: `/offers/${at}`, title: `Offer ${at}` }, storage);
  rememberScreen(owner, { path: '/offers/5', title: 'Renamed' }, storage);
  const screens = recentScreens(owner, storage);
  expect(screens.map(({ title }) => title)).toEqual([
    'Renamed',
    'Offer 9',
    'Offer 8',
    'Offer 7',
    'Offer 6',
    'Offer 4',
    'Offer 3',
    'Offer 2',
  ]);
});

it('recentScreens returns a separate list for each person and workspace, and clearRecentScreens clears them all', () => {
  stored.set('theme', 'dark');
  rememberScreen(owner, { path: '/offers', title: 'Offers' }, storage);
  rememberScreen({ ...owner, workspaceId: 'w2' }, { path: '/landings', title: 'Landing pages' }, storage);
  expect(recentScreens({ ...owner, personId: 'p2' }, storage)).toEqual([]);
  expect(recentScreens(owner, storage)).toEqual([{ path: '/offers', title: 'Offers' }]);
  clearRecentScreens(storage);
  expect([...stored.keys()]).toEqual(['theme']);
});

it('recentScreens ignores invalid stored data', () => {
  for (const text of ['{', '5', '[1, null, {"path": "https://elsewhere.example", "title": "x"}]']) {
    stored.set('waypost-recent:p1:w1', text);
    expect(recentScreens(owner, storage)).toEqual([]);
  }
});

it('recentScreens is empty, and clearRecentScreens does not throw, if the browser denies access to storage', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  rememberScreen(owner, { path: '/offers', title: 'Offers' });
  expect(recentScreens(owner)).toEqual([]);
  expect(() => clearRecentScreens()).not.toThrow();
});

it('rememberScreen skips the new entry if storage is full', () => {
  rememberScreen(owner, { path: '/offers', title: 'Offers' }, storage);
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  rememberScreen(owner, { path: '/landings', title: 'Landing pages' }, storage);
  expect(recentScreens(owner, storage)).toEqual([{ path: '/offers', title: 'Offers' }]);
});
