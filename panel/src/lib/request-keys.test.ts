import { expect, it } from 'vitest';
import { keyFor, type RequestKeys } from './request-keys.ts';

it('keyFor returns the same key for the same request, even after a reload, and a new key for any other', () => {
  const keys: RequestKeys = {};
  const first = keyFor(keys, '{"name":"a"}');
  expect(first).toMatch(/^[a-z0-9]{24}$/);
  expect(keyFor(keys, '{"name":"a"}')).toBe(first);
  expect(keyFor(keys, '{"name":"b"}')).not.toBe(first);
  const stored = JSON.parse(JSON.stringify(keys)) as RequestKeys;
  expect(keyFor(stored, '{"name":"a"}')).toBe(first);
  expect(JSON.stringify(keys)).not.toContain('name');
});
