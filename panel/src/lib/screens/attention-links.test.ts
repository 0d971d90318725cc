import { describe, expect, it } from 'vitest';
import type { AttentionItem } from '../api/api.ts';
import { attentionLink, attentionTitles } from './attention-links.ts';

type Subject = NonNullable<AttentionItem['subject']>;
const subject = (type: Subject['type']): Subject => ({ type, id: 'x1', name: 'X' });

describe('attentionLink', () => {
  it.each(['part-failing', 'low-disk', 'growing-spool', 'overdue-backup', 'old-geo-files'] as const)(
    'leads from %s to the system screen, with and without a record',
    (kind) => {
      expect(attentionLink({ kind, subject: null })).toEqual({ to: '/system' });
      expect(attentionLink({ kind, subject: subject('workspace') })).toEqual({ to: '/system' });
    },
  );

  it.each<[AttentionItem['kind'], Subject['type'], object]>([
    ['unmatched-events', 'campaign', { to: '/inbox', search: { campaignId: 'x1' } }],
    ['paused-receiver', 'receiver', { to: '/postbacks' }],
    ['failed-postbacks', 'traffic-source', { to: '/postbacks', search: { state: 'failed' } }],
    ['failed-report', 'report-schedule', { to: '/reports', search: { delivery: 'schedules' } }],
  ])('leads from %s of a %s to %j', (kind, type, link) => {
    expect(attentionLink({ kind, subject: subject(type) })).toEqual(link);
  });

  it('returns undefined for a problem that affects the whole installation', () => {
    expect(attentionLink({ kind: 'late-traffic', subject: null })).toBeUndefined();
  });

  it('returns undefined for a record without a page', () => {
    expect(attentionLink({ kind: 'warning', subject: subject('workspace') })).toBeUndefined();
  });
});

it('attentionTitles are different for every kind', () => {
  const titles = Object.values(attentionTitles);
  expect(new Set(titles).size).toBe(titles.length);
});
