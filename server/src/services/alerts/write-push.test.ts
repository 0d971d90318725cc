import { attentionKinds } from '@waypost/contract/monitoring/attention.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertMessage, NotifiedAlert } from '../../domain/alerts/alert-message.ts';
import { pushBytesMax, writePush } from './write-push.ts';

const id = '01a1f625-9963-7000-bb83-38ae54b1eb84';
const at = '2026-11-16T09:00:00.000Z';
const alert = (name: string, { kind = 'lost-traffic', isOver = false } = {}) =>
  ({
    id: `alert ${name}`,
    kind,
    message: `about ${name}`,
    subject: name === '' ? null : { type: 'campaign', id: name, name },
    count: null,
    openedAt: at,
    recoveredAt: isOver ? at : null,
  }) as NotifiedAlert;
const message = (opened: NotifiedAlert[], recovered: NotifiedAlert[] = [], name = 'Main'): AlertMessage => ({
  id,
  type: 'alerts.changed',
  data: { workspace: { id: 'w', name }, opened, recovered },
});
const kinds = ['lost-traffic', 'warning'];
const write = (given: AlertMessage, bytesMax = pushBytesMax) => writePush(given, { kinds, bytesMax });
const shown = (given: AlertMessage, bytesMax?: number) =>
  write(given, bytesMax)?.content.notifications.map(({ tag, title, body }) => [tag, title, body]);

describe('writePush', () => {
  it('writes one notification per alert, which its recovery replaces', () => {
    expect(shown(message([alert('A'), alert('')], [alert('B', { isOver: true })]))).toEqual([
      ['alert A', 'Alert: Main', 'A: about A'],
      ['alert ', 'Alert: Main', 'about '],
      ['alert B', 'Resolved: Main', 'B: about B'],
    ]);
  });

  it('counts the alerts after the first four', () => {
    const many = ['1', '2', '3', '4', '5', '6'].map((name) => alert(name));
    const over = alert('7', { isOver: true });
    expect(shown(message(many, [over]))?.at(-1)).toEqual([
      'workspace w',
      'Alerts: Main',
      '2 more new, 1 more resolved.',
    ]);
    expect(shown(message(many.slice(0, 4)))).toHaveLength(4);
  });

  it('leaves out alerts of kinds that the member may not see, and writes nothing if none are left', () => {
    const [visible, hidden] = [alert('A'), alert('B', { kind: 'expiring-key' })];
    expect(shown(message([visible, hidden]))).toHaveLength(1);
    expect(write(message([hidden]))).toBeUndefined();
  });

  it('shortens texts, and then the list, until the message fits', () => {
    const long = (name: string) => ({ ...alert(name), message: 'x'.repeat(1_000) });
    const list = message(['1', '2', '3', '4'].map(long));
    expect(shown(list)?.map(([, , body]) => body?.length)).toEqual([400, 400, 400, 400]);
    expect(shown(list, 1_500)?.map(([, , body]) => body?.length)).toEqual([160, 160, 160, 160]);
    expect(shown(list, 600)?.map(([, , body]) => body?.length)).toEqual([80, 80, 11]);
    expect(shown(list, 1)).toEqual([['workspace w', 'Alerts: Main', '4 new.']]);
  });

  it('names the workspace and opens its alerts', () => {
    expect(write(message([alert('A')]))?.content.path).toBe('/alerts?ws=w');
    expect(shown({ ...message([]), type: 'alerts.test' })).toEqual([
      ['workspace w', 'Test alert for Main', expect.stringContaining('test')],
    ]);
    expect(write({ ...message([]), type: 'alerts.test' })).toMatchObject({ urgency: 'high' });
  });

  it('uses the ID of a single alert as topic, so that its recovery replaces a message that was not delivered', () => {
    const single = { ...alert('A'), id };
    const other = '00000000-0000-7000-8000-000000000000';
    expect(write({ ...message([single]), id: other })?.topic).toBe(id.replaceAll('-', ''));
    expect(write({ ...message([single, alert('B')]), id: other })?.topic).toBe(other.replaceAll('-', ''));
  });

  it('is urgent if an alert has started', () => {
    const over = alert('A', { isOver: true });
    expect(
      [write(message([], [over])), write(message([alert('B')], [over]))].map((push) => push?.urgency),
    ).toEqual(['normal', 'high']);
  });

  it('fits into the limit whatever the alerts contain', () => {
    const text = fc.string({ unit: 'binary', maxLength: 600 });
    const any = fc.record({ name: text, words: text, kind: fc.constantFrom(...attentionKinds) });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 30 }), text, (alerts, name) => {
        const opened = alerts.map((one) => ({ ...alert(one.name, one), message: one.words }));
        const push = writePush(message(opened, [], name), { kinds: attentionKinds });
        expect(Buffer.byteLength(JSON.stringify(push?.content))).toBeLessThanOrEqual(pushBytesMax);
      }),
    );
  });
});
