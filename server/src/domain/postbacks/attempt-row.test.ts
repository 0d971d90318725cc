import { describe, expect, it } from 'vitest';
import { buildRecordedVisit } from '../../testing/traffic/build-recorded-visit.ts';
import { eventColumns } from '../traffic/columns.ts';
import { readCell } from '../traffic/read-cell.ts';
import { buildAttemptRow, type AttemptForRow } from './attempt-row.ts';

const attempt: AttemptForRow = {
  id: '01a1dd40-6c1e-7a2b-8c3d-4e5f60718293',
  visit: buildRecordedVisit({
    workspaceId: 'w',
    campaignId: 'c',
    visitId: 'v',
    country: 'DE',
    cost: '0.05',
    token1: 'a\tb',
  }),
  eventId: '01a1dd40-6c1e-7a2b-8c3d-4e5f60718294',
  idx: 3,
  url: 'https://ads.example.com/?a=1',
  method: 'GET',
  attempt: 2,
  timeMs: Date.UTC(2026, 10, 16, 9, 0, 0, 7),
  durationMs: 12.6,
  status: 200,
  error: null,
  response: 'OK',
  isSuccess: true,
  keptDays: 30,
};

function read(given: Partial<AttemptForRow> = {}): Record<string, string> {
  const cells = buildAttemptRow({ ...attempt, ...given }).split('\t');
  expect(cells).toHaveLength(eventColumns.length);
  return Object.fromEntries(eventColumns.map((name, at) => [name, cells[at] ?? '']));
}

describe('buildAttemptRow', () => {
  it('writes the dimensions of the visit without its counts, and the outcome of the attempt', () => {
    expect(read()).toMatchObject({
      type: 'postback',
      id: attempt.id,
      time: '1794819600.007',
      expires: '2026-12-16',
      workspace_id: 'w',
      campaign_id: 'c',
      visit_id: 'v',
      country: 'DE',
      token1: 'a\\tb',
      visits: '',
      cost: '',
      event_id: attempt.eventId,
      idx: '3',
      url: attempt.url,
      method: 'GET',
      attempt: '2',
      response_status: '200',
      error: '',
      response: 'OK',
      is_success: '1',
      duration_ms: '13',
    });
  });

  it('writes the error if there was no response', () => {
    expect(read({ status: null, error: 'dns', response: '', isSuccess: false })).toMatchObject({
      response_status: '0',
      error: 'dns',
      response: '',
      is_success: '0',
    });
  });

  it.each([
    ['a'.repeat(5_000), 'a'.repeat(2_048)],
    ['ß'.repeat(2_000), 'ß'.repeat(1_024)],
    [`a${'ß'.repeat(2_000)}`, `a${'ß'.repeat(1_023)}`],
    ['😀'.repeat(1_000), '😀'.repeat(512)],
    [`ab${'😀'.repeat(1_000)}`, `ab${'😀'.repeat(511)}`],
    ['a\0b\tc\nd\\e', 'ab\tc\nd\\e'],
    ['a\uD800b', 'a\uFFFDb'],
  ])('truncates the response to 2 KiB of whole characters', (response, kept) => {
    expect(readCell(read({ response })['response'])).toBe(kept);
  });
});
