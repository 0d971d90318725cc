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

describe('isPublishable', () => {
  it('is true if all enabled items are active', () => {
    expect(isPublishable(live)).toBe(true);
  });

  it('is true for an empty path', () => {
    expect(isPublishable({ ...live, items: [] })).toBe(true);
  });

  it.each<[string, Partial<DefaultStream>]>([
    ['the rotator is archived', { rotatorStatus: 'archived' }],
    ['the path is missing', { path: undefined }],
    ['the path is disabled', { path: { enabled: false, deletedAt: null } }],
    ['the path is archived', { path: { enabled: true, deletedAt: new Date(0) } }],
    ['an enabled item is archived', { items: [{ enabled: true, status: 'archived' }] }],
  ])('is false if %s', (_, change) => {
    expect(isPublishable({ ...live, ...change })).toBe(false);
  });
});
