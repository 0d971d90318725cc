import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AlertMessage, NotifiedAlert } from '../../domain/alerts/alert-message.ts';
import { makeWebhookSecret, presentNotified, signWebhook, writeAlertMail } from './write-message.ts';

const openedAt = '2026-11-16T09:00:00.000Z';
const alert = (name: string, kind: NotifiedAlert['kind'] = 'lost-traffic') =>
  ({
    id: name,
    kind,
    message: `about ${name}`,
    subject: name === '' ? null : { type: 'campaign', id: name, name },
    openedAt,
    recoveredAt: null,
  }) as NotifiedAlert;
const many = (count: number, kind?: NotifiedAlert['kind']) =>
  Array.from({ length: count }, (_, at) => alert(`n${at}`, kind));
const message = (opened: NotifiedAlert[], recovered: NotifiedAlert[] = [], type = 'alerts.changed') =>
  ({
    id: 'msg',
    type,
    createdAt: new Date('2026-11-16T09:05:00Z'),
    data: { workspace: { id: 'w', name: 'Main' }, opened, recovered },
  }) as AlertMessage & { createdAt: Date };

it('presentNotified writes the times of an alert in ISO format', () => {
  const times = { openedAt: new Date(openedAt), recoveredAt: null };
  expect(presentNotified({ ...alert('a'), ...times })).toMatchObject({ openedAt, recoveredAt: null });
  const over = { ...times, recoveredAt: new Date(openedAt) };
  expect(presentNotified({ ...alert('a'), ...over })).toMatchObject({ recoveredAt: openedAt });
});

describe('an alert webhook', () => {
  const secret = makeWebhookSecret();
  const sign = (given: AlertMessage & { createdAt: Date }) => {
    const { headers, body } = signWebhook(given, secret, new Date(1_794_819_600_999));
    return { headers, body, read: JSON.parse(body) as Record<string, unknown> };
  };

  it('has a secret of 32 random bytes', () => {
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(makeWebhookSecret()).not.toBe(secret);
  });

  it('is signed as specified by Standard Webhooks', () => {
    const { headers, body, read } = sign(message([alert('a')]));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`msg.1794819600.${body}`).digest('base64');
    expect(headers).toEqual({
      'content-type': 'application/json',
      'webhook-id': 'msg',
      'webhook-timestamp': '1794819600',
      'webhook-signature': `v1,${signature}`,
    });
    expect(read).toMatchObject({ type: 'alerts.changed', timestamp: '2026-11-16T09:05:00.000Z' });
  });

  it('lists at most 20 alerts per kind, with the total count', () => {
    const { read } = sign(message([...many(21), ...many(2, 'warning')], many(1)));
    const data = read['data'] as { opened: unknown[]; recovered: unknown[] };
    expect(data).toMatchObject({ workspace: { id: 'w', name: 'Main' }, openedCount: 23, recoveredCount: 1 });
    expect([data.opened.length, data.recovered.length]).toEqual([22, 1]);
  });
});

describe('an alert mail', () => {
  const kinds = ['lost-traffic', 'warning'];
  const write = (given: AlertMessage, only = kinds) =>
    writeAlertMail(given, 'ada@example.com', { panelUrl: 'https://panel.example', kinds: only });

  it('names every alert with its subject and links to the panel', () => {
    const mail = write(message([alert('Autumn'), alert('')], [alert('Winter')]));
    expect(mail).toMatchObject({
      id: 'msg',
      to: 'ada@example.com',
      subject: expect.stringMatching(/Main.*2.*1/),
    });
    const lines = mail?.text.split('\n') ?? [];
    expect(lines.filter((line) => line.startsWith('- '))).toEqual([
      '- Autumn: about Autumn',
      '- about ',
      '- Winter: about Winter',
    ]);
    expect(lines).toContain('https://panel.example/alerts');
  });

  it('contains only kinds that the recipient may see, and is not sent if there are none', () => {
    const given = message([alert('a'), alert('b', 'expiring-key')], [alert('c', 'expiring-key')]);
    expect(write(given)?.text).not.toMatch(/about [bc]/);
    expect(write(given)?.subject).toMatch(/1(?!.*\d)/);
    expect(write(given, ['warning'])).toBeUndefined();
    expect(write(message([], [alert('c')]))?.text).toContain('about c');
  });

  it('names at most 20 alerts per kind and counts the rest', () => {
    const named = (count: number) => {
      const text = write(message(many(count)))?.text ?? '';
      return [text.match(/^- /gm)?.length, / 1 /.test(text)];
    };
    expect([named(20), named(21)]).toEqual([
      [20, false],
      [20, true],
    ]);
  });

  it('is sent for a test even if the recipient may see no kinds', () => {
    expect(write(message([], [], 'alerts.test'), [])).toMatchObject({
      to: 'ada@example.com',
      subject: expect.stringContaining('Main'),
      text: expect.stringContaining('https://panel.example/alerts'),
    });
  });
});
