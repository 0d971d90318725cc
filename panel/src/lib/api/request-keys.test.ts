import fc from 'fast-check';
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

it('keyFor returns the same key only for equal requests, whatever characters they contain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      const keys: RequestKeys = {};
      expect(keyFor(keys, one) === keyFor(keys, other)).toBe(one === other);
    }),
  );
});

it.each([
  ['ab', 'ba'],
  ['aa', 'a'],
  ['', '\u0000'],
  ['{"a":1,"b":2}', '{"b":2,"a":1}'],
  ['🚀', '🚁'],
])('keyFor distinguishes %j from %j', (one, other) => {
  const keys: RequestKeys = {};
  expect(keyFor(keys, one)).not.toBe(keyFor(keys, other));
});

it('keyFor stores fewer than 100 characters for a huge request', () => {
  const keys: RequestKeys = {};
  keyFor(keys, 'x'.repeat(1_000_000));
  expect(JSON.stringify(keys).length).toBeLessThan(100);
});

it('keyFor returns different keys for two records, even for the same request', () => {
  expect(keyFor({}, 'same')).not.toBe(keyFor({}, 'same'));
});
