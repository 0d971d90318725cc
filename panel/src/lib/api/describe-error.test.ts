import { expect, it } from 'vitest';
import { createWaypostPanelClient, WaypostApiError } from '../../../../client/waypost-panel-client.ts';
import { describeError } from './describe-error.ts';
import { LostResponseError } from './lost-response-error.ts';

const describe = (init?: RequestInit) =>
  describeError(new LostResponseError(init, new TypeError('failed'))).message;

it('describeError mentions a change only if the request makes one', () => {
  expect(describe()).toBe('Can’t reach the server.');
  expect(describe({ method: 'GET' })).toBe('Can’t reach the server.');
  expect(describe({ method: 'PATCH' })).toBe(
    'Can’t reach the server. Your change may or may not have been saved. Check before you try again.',
  );
  expect(describe({ method: 'POST', headers: { 'idempotency-key': 'x' } })).toBe(
    'Can’t reach the server. Your change may or may not have been saved. You can safely try again; the change won’t be applied twice.',
  );
  expect(describeError(new TypeError('cut off')).message).toBe('The response was incomplete. Try again.');
});

it('describeError mentions no change for a POST that only reads', async () => {
  const fetch = (_: unknown, init?: RequestInit) => Promise.reject(new LostResponseError(init, undefined));
  const client = createWaypostPanelClient({ fetch, workspaceId: 'w' });
  const reads = [
    client.queryReport({ from: 'x', to: 'x' }),
    client.exportReportDefinition({ from: 'x', to: 'x' }),
    client.evaluateRotator('r', {}),
    client.evaluateNewRotator({} as never),
    client.tryEvent({}),
    client.viewInvitation({} as never),
  ];
  for (const read of reads)
    expect(await read.catch((error: unknown) => describeError(error).message)).toBe(
      'Can’t reach the server.',
    );
});

it('describeError shows a waiting time only if the message contains one', () => {
  const describe429 = (message: string) => {
    const response = new Response(null, { status: 429, headers: { 'retry-after': '840' } });
    const error = { code: 'RATE_LIMITED' as const, message, details: {} };
    return describeError(new WaypostApiError(response, { ok: false, error, requestId: 'r-1' })).message;
  };
  expect(describe429('Too many attempts. Try again in 14 minutes.')).toBe(
    'Too many attempts. Try again in 14 minutes.',
  );
  expect(describe429('You already have 4 live event streams open. Close one first.')).toBe(
    'You already have 4 live event streams open. Close one first.',
  );
});
