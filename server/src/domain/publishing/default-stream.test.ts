import { describe, expect, it } from 'vitest';
import { isPublishable, type DefaultStream } from './default-stream.ts';

const live: DefaultStream = {
  rotatorStatus: 'active',
  path: { enabled: true, deletedAt: null },
  items: [
    { enabled: true, status: 'active' },
    { enabled: false, status: 'active' },
    { enabled: false, status: 'archived' },
  ],
};

describe('a default stream', () => {
  it('is publishable where everything that is switched on is active', () => {
    expect(isPublishable(live)).toBe(true);
  });

  it('is publishable while it is empty', () => {
    expect(isPublishable({ ...live, items: [] })).toBe(true);
  });

  it.each<[string, Partial<DefaultStream>]>([
    ['the rotator is archived', { rotatorStatus: 'archived' }],
    ['there is no path', { path: undefined }],
    ['the path is switched off', { path: { enabled: false, deletedAt: null } }],
    ['the path is archived', { path: { enabled: true, deletedAt: new Date(0) } }],
    ['an item that is switched on is archived', { items: [{ enabled: true, status: 'archived' }] }],
  ])('is not publishable where %s', (_, change) => {
    expect(isPublishable({ ...live, ...change })).toBe(false);
  });
});
