import { describe, expect, it } from 'vitest';
import { loadRouting } from '../../domain/routing/index.ts';
import { makeCampaignDocument, buildPool } from '../../testing/edge/campaign-document.ts';
import { findLanding } from './find-landing.ts';

function pathOf(...urls: string[]) {
  const landings = urls.map((url, at) => ({ id: `landing-${at}`, name: url, url }));
  const document = makeCampaignDocument({ landings });
  const [path] = document.paths;
  if (path === undefined) throw new Error('no path');
  path.landings = buildPool(landings.map(({ id }) => ({ landingId: id, weight: 1 })));
  const [loaded] = loadRouting(document).paths.values();
  if (loaded === undefined) throw new Error('no path');
  return loaded;
}

const find = (landings: string[], page: string) =>
  findLanding(pathOf(...landings), new URL(page))?.name ?? null;

describe('findLanding', () => {
  it.each([
    ['https://page.example/lp', 'https://page.example/lp'],
    ['https://page.example/lp?cid={clickid}', 'https://page.example/lp?zone=1'],
    ['https://page.example/lp#top', 'https://page.example/lp'],
    ['https://page.example/lp/', 'https://page.example/lp'],
    ['https://page.example', 'https://page.example/?a=1'],
    ['http://page.example/lp', 'https://page.example/lp'],
    ['https://Page.Example:443/lp', 'https://page.example/lp'],
    ['https://page.example/{country}/lp', 'https://page.example/DE/lp'],
    ['https://page.example/lp-{device}.html', 'https://page.example/lp-mobile.html'],
    ['https://page.example/ä', 'https://page.example/%C3%A4'],
  ])('matches landing page %s with page %s', (landing, page) => {
    expect(find([landing], page)).toBe(landing);
  });

  it.each([
    ['https://page.example/lp', 'https://page.example/other'],
    ['https://page.example/lp', 'https://page.example/lp/2'],
    ['https://page.example/lp', 'https://page.example/LP'],
    ['https://page.example/lp', 'https://www.page.example/lp'],
    ['https://page.example/lp', 'https://page.example:8443/lp'],
    ['https://page.example/{country}/lp', 'https://page.example/DE/AT/lp'],
    ['https://page.example/{country}', 'https://other.example/DE'],
  ])('does not match landing page %s with page %s', (landing, page) => {
    expect(find([landing], page)).toBeNull();
  });

  it('finds the matching landing page among several', () => {
    const landings = ['https://page.example/a', 'https://page.example/b'];
    expect(find(landings, 'https://page.example/b')).toBe('https://page.example/b');
    expect(find([], 'https://page.example/b')).toBeNull();
  });
});
