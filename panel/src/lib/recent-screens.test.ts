import { beforeEach, expect, it } from 'vitest';
import { clearRecentScreens, recentScreens, rememberScreen } from './recent-screens.ts';

const owner = { personId: 'p1', workspaceId: 'w1' };
let kept: Map<string, string>;
let storage: Storage;

beforeEach(() => {
  kept = new Map();
  storage = {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
});

it('the newest place comes first, each once and by its latest title, and no more than eight', () => {
  for (let at = 0; at < 10; at += 1)
    rememberScreen(owner, { path: `/offers/${at}`, title: `Offer ${at}` }, storage);
  rememberScreen(owner, { path: '/offers/5', title: 'Renamed' }, storage);
  const places = recentScreens(owner, storage);
  expect(places.map(({ title }) => title)).toEqual([
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

it('places are those of one person in one workspace, and go when somebody signs out', () => {
  kept.set('theme', 'dark');
  rememberScreen(owner, { path: '/offers', title: 'Offers' }, storage);
  rememberScreen({ ...owner, workspaceId: 'w2' }, { path: '/landings', title: 'Landings' }, storage);
  expect(recentScreens({ ...owner, personId: 'p2' }, storage)).toEqual([]);
  expect(recentScreens(owner, storage)).toEqual([{ path: '/offers', title: 'Offers' }]);
  clearRecentScreens(storage);
  expect([...kept.keys()]).toEqual(['theme']);
});

it('what is no list of places counts as none', () => {
  for (const text of ['{', '5', '[1, null, {"path": "https://elsewhere.example", "title": "x"}]']) {
    kept.set('waypost-recent:p1:w1', text);
    expect(recentScreens(owner, storage)).toEqual([]);
  }
});
