import { expect, it } from 'vitest';
import { refreshFirstPage } from './use-log-pages.ts';

it.each([
  ['while nothing is loaded', undefined, false],
  ['with one page', [{}], 30_000],
  ['once the second page is loaded', [{}, {}], false],
  ['without pages', [], false],
])('refreshFirstPage returns $2 $0', (_, pages, interval) => {
  const data = pages === undefined ? undefined : { pages, pageParams: [] };
  expect(refreshFirstPage({ state: { data } } as never)).toBe(interval);
});
