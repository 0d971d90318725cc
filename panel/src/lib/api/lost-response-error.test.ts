import { expect, it } from 'vitest';
import { LostResponseError } from './lost-response-error.ts';

it.each([
  ['a request without options', undefined, 'nothing'],
  ['a GET', { method: 'GET' }, 'nothing'],
  ['a POST that only reads', { method: 'POST', isReadOnly: true }, 'nothing'],
  ['a POST', { method: 'POST' }, 'change'],
  ['a PATCH', { method: 'PATCH' }, 'change'],
  ['a DELETE', { method: 'DELETE' }, 'change'],
  ['a POST with a key', { method: 'POST', headers: { 'Idempotency-Key': 'k' } }, 'change once'],
  [
    'a POST with a key in Headers',
    { method: 'POST', headers: new Headers({ 'idempotency-key': 'k' }) },
    'change once',
  ],
  ['a read with a key', { method: 'POST', headers: { 'idempotency-key': 'k' }, isReadOnly: true }, 'nothing'],
] as const)('LostResponseError for $0 has the intent "$2"', (_, init, asked) => {
  expect(new LostResponseError(init, undefined).asked).toBe(asked);
});

it('LostResponseError keeps its cause', () => {
  const cause = new TypeError('failed');
  expect(new LostResponseError(undefined, cause).cause).toBe(cause);
});
