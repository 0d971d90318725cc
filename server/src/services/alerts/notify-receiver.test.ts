import { describe, expect, it } from 'vitest';
import type { Mail } from '../../platform/mail.ts';
import type { ReceiverAddress } from '../../store/alerts/alert-messages.ts';
import type { OutboundClient, OutboundResult } from '../outbound/create-outbound-client.ts';
import { notifyReceiver } from './notify-receiver.ts';
import { makeWebhookSecret } from './write-message.ts';

type Message = Parameters<typeof notifyReceiver>[1]['message'];

const now = new Date('2026-11-16T09:05:00Z');
const { signal } = new AbortController();
const workspace = { id: 'w', name: 'Main' };
const test: Message = {
  id: 'm',
  type: 'alerts.test' as const,
  createdAt: now,
  data: { workspace, opened: [], recovered: [] },
};
const webhook = { type: 'webhook', url: 'https://hooks.example.com/', secret: makeWebhookSecret() } as const;
const mailbox = { type: 'mail', email: 'ada@example.com', role: 'viewer' } as const;

/** Notifies the receiver, and returns the outcome with everything that was sent. */
async function notify(
  address: ReceiverAddress,
  {
    result,
    mailer = 'works',
    message = test,
  }: {
    result?: OutboundResult;
    mailer?: 'works' | 'fails' | 'none';
    message?: Message;
  } = {},
) {
  const calls: Parameters<OutboundClient['send']>[0][] = [];
  const mails: Mail[] = [];
  const outbound: OutboundClient = {
    send: (call) => {
      calls.push(call);
      return Promise.resolve(
        result ?? { kind: 'answered', status: 200, headers: {}, body: '', isCut: false, durationMs: 1 },
      );
    },
    counts: () => ({ calls: 0, idleConnections: 0 }),
    close: () => undefined,
  };
  const send = (mail: Mail) => {
    mails.push(mail);
    return mailer === 'fails' ? Promise.reject(new Error('refused')) : Promise.resolve();
  };
  const tools = {
    outbound,
    mailer: mailer === 'none' ? undefined : { send },
    panelUrl: 'https://panel.example.com',
  };
  const outcome = await notifyReceiver(tools, { workspaceId: 'w', message, address }, { now, signal });
  return { outcome, calls, mails };
}

describe('notifyReceiver with a webhook', () => {
  it('sends one request over a connection of the workspace and passes the abort signal on', async () => {
    const { outcome, calls } = await notify(webhook);
    expect(outcome).toMatchObject({ status: 200, error: null });
    expect(calls).toMatchObject([{ url: webhook.url, method: 'POST', partition: 'w' }]);
    expect(calls[0]?.signal).toBe(signal);
  });

  it('returns the Retry-After header of the response', async () => {
    const headers = { 'retry-after': '120' };
    const result = { kind: 'answered', status: 503, headers, body: '', isCut: false, durationMs: 1 } as const;
    const { outcome } = await notify(webhook, { result });
    expect(outcome).toEqual({ status: 503, error: null, retryAfter: '120' });
  });

  it.each([
    [undefined, null],
    [200, 200],
  ])('returns the error of a request that failed with the status %s', async (status, expected) => {
    const result = { kind: 'failed', error: 'timeout', durationMs: 1, ...(status && { status }) } as const;
    expect((await notify(webhook, { result })).outcome).toEqual({ status: expected, error: 'timeout' });
  });

  it('sends nothing if the secret cannot be decrypted', async () => {
    const { outcome, calls } = await notify({ ...webhook, secret: undefined });
    expect([outcome, calls]).toEqual([{ status: null, error: 'sealed_secret' }, []]);
  });
});

describe('notifyReceiver with a mail address', () => {
  it.each([
    ['works', { status: 200, error: null }],
    ['fails', { status: null, error: 'mail_server' }],
    ['none', { status: null, error: 'no_mail_server' }],
  ] as const)('returns the outcome of sending the mail (mail server: %s)', async (mailer, expected) => {
    const { outcome, mails } = await notify(mailbox, { mailer });
    expect(outcome).toEqual(expected);
    expect(mails.map(({ to }) => to)).toEqual(mailer === 'none' ? [] : [mailbox.email]);
  });

  it('treats a message as delivered without sending it if the recipient may see none of its alerts', async () => {
    const message: Message = { ...test, type: 'alerts.changed' };
    const { outcome, mails } = await notify(mailbox, { message });
    expect([outcome, mails]).toEqual([{ status: 200, error: null }, []]);
  });
});
