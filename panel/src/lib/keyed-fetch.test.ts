import { expect, it } from 'vitest';
import { keyedFetch, type RequestKeys } from './keyed-fetch.ts';

function setUp(keys: RequestKeys = {}) {
  const sent: (string | null)[] = [];
  const fetch = keyedFetch(
    (_, init) => {
      sent.push(new Headers(init?.headers).get('idempotency-key'));
      return Promise.resolve(new Response());
    },
    keys,
    () => undefined,
  );
  return { sent, keys, post: (body: string) => fetch('/offers', { method: 'POST', body }), fetch };
}

it('asks for the same with the same key, also after a reload, and for something else with another', async () => {
  const first = setUp();
  await first.post('{"name":"a"}');
  await first.post('{"name":"a"}');
  await first.post('{"name":"b"}');
  const later = setUp(JSON.parse(JSON.stringify(first.keys)) as RequestKeys);
  await later.post('{"name":"a"}');
  const [a, again, b] = first.sent;
  expect(a).toMatch(/^[a-z0-9]{24}$/);
  expect(again).toBe(a);
  expect(b).not.toBe(a);
  expect(later.sent).toEqual([a]);
  expect(JSON.stringify(first.keys)).not.toContain('name');
});

it('gives no key to what makes nothing', async () => {
  const { fetch, sent } = setUp();
  await fetch('/offers');
  await fetch('/offers/1', { method: 'PATCH', body: '{}' });
  expect(sent).toEqual([null, null]);
});
