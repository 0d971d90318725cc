import { expect, it } from 'vitest';
import { createWaypostPanelClient } from '../../../client/waypost-panel-client.ts';
import { describeError } from './describe-error.ts';
import { LostAnswer } from './lost-answer.ts';

const say = (init?: RequestInit) => describeError(new LostAnswer(init, new TypeError('failed'))).message;

it('mentions a change only if the request asked for one', () => {
  expect(say()).toBe('The server could not be reached.');
  expect(say({ method: 'GET' })).toBe('The server could not be reached.');
  expect(say({ method: 'PATCH' })).toBe(
    'The server could not be reached, and your change may or may not have been made. Check before you try again.',
  );
  expect(say({ method: 'POST', headers: { 'idempotency-key': 'x' } })).toBe(
    'The server could not be reached, and your change may or may not have been made. You can safely try again: it will not be made twice.',
  );
  expect(describeError(new TypeError('cut off')).message).toBe(
    'The answer of the server did not come to its end.',
  );
});

it('mentions no change for each POST that only reads', async () => {
  const fetch = (_: unknown, init?: RequestInit) => Promise.reject(new LostAnswer(init, undefined));
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
      'The server could not be reached.',
    );
});
