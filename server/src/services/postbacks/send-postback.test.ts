import { hiddenValue } from '@waypost/contract/postbacks/postback-requests.ts';
import { expect, it } from 'vitest';
import type { OutboundClient } from '../outbound/create-outbound-client.ts';
import { callReceiver } from './send-postback.ts';

type Send = OutboundClient['send'];
type Message = Parameters<typeof callReceiver>[1];

const message = {
  id: 'id-1',
  workspaceId: 'w1',
  receiver: 'template',
  url: 'https://ads.example.com/',
  method: 'GET',
  headers: [{ name: 'x-key', value: 'key' }],
  body: null,
  successText: null,
} satisfies Message;

const call = (send: Send, change: Partial<Message> = {}) =>
  callReceiver({ send } as OutboundClient, { ...message, ...change }, new AbortController().signal);

it('callReceiver sends the headers of the postback together with its ID', async () => {
  const sent: Parameters<Send>[0][] = [];
  const answer = { kind: 'answered', status: 503, headers: { 'retry-after': '7' }, body: 'b', durationMs: 5 };
  const outcome = await call((request) => {
    sent.push(request);
    return Promise.resolve(answer as never);
  });
  expect(sent).toMatchObject([
    { headers: { 'x-key': 'key', 'x-waypost-postback-id': 'id-1' }, partition: 'w1' },
  ]);
  expect(outcome).toMatchObject({ status: 503, error: null, retryAfter: '7', response: 'b', durationMs: 5 });
});

it('callReceiver sends nothing if any header value is hidden', async () => {
  const headers = [...message.headers, { name: 'x-secret', value: hiddenValue }];
  const outcome = await call(() => Promise.reject(new Error('sent')), { headers });
  expect(outcome).toMatchObject({ status: null, error: 'sealed_header', durationMs: 0 });
});

it('callReceiver reports an error of the client as a failed attempt', async () => {
  expect(await call(() => Promise.reject(new Error('a bug')))).toMatchObject({
    status: null,
    error: 'failure',
    isRejected: false,
    durationMs: 0,
  });
});
