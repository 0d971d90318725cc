import { describe, expect, it } from 'vitest';
import { findChapter, recordPath, type Screen } from './screen.ts';

const screens: Screen[] = [
  { path: '/', routes: [], chapter: 'reports' },
  { path: '/rotators', routes: [], chapter: 'rotators', records: 'rotator' },
  { path: '/traffic-sources', routes: [], chapter: 'sources', records: 'traffic-source' },
  { path: '/guide', routes: [], chapter: null },
];

describe('findChapter', () => {
  it('finds the chapter of the screen and of the pages below it', () => {
    expect(findChapter('/', screens)).toBe('reports');
    expect(findChapter('/rotators', screens)).toBe('rotators');
    expect(findChapter('/rotators/new', screens)).toBe('rotators');
  });

  it('compares whole segments of the path', () => {
    expect(findChapter('/rotatorsx', screens)).toBeUndefined();
    expect(findChapter('/unknown', screens)).toBeUndefined();
  });

  it('returns undefined for a screen without a chapter', () => {
    expect(findChapter('/guide', screens)).toBeUndefined();
  });
});

describe('recordPath', () => {
  it('accepts the type in kebab case and in camel case', () => {
    expect(recordPath('traffic-source', 'a1', screens)).toBe('/traffic-sources/a1');
    expect(recordPath('trafficSource', 'a1', screens)).toBe('/traffic-sources/a1');
  });

  it('returns undefined for records without a page', () => {
    expect(recordPath('action', 'a1', screens)).toBeUndefined();
  });
});
