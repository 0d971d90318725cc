/**
 * Tests clicks that are stored before their visits. Such clicks are completed later, so that reads return the same data
 * as if the visits had been stored first.
 */
import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReportDefinition } from '../../src/domain/reports/report-definition.ts';
import type { FeedRow } from '../../src/domain/traffic/feed-row.ts';
import { newId } from '../../src/platform/ids.ts';
import { completeClicks } from '../../src/services/conversions/complete-clicks.ts';
import { openAttributionLab, type AttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { spoolLines } from '../../src/testing/spool/lines.ts';
import { buildRow, buildVisitRow, type RowCells } from '../../src/testing/spool/rows.ts';
import { toBriefRow } from '../../src/testing/traffic/to-brief-row.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';

// A time after the traffic of all other tests, because clicks in all workspaces are completed.
const day = Date.UTC(2027, 2, 10);
const noon = day + 12 * 3_600_000;
const [campaign, landing, otherLanding, offer, otherOffer] = Array.from({ length: 5 }, () => newId());
const prefetch = { visits: '', unique_visits: '', is_prefetch: '1', prefetch_visits: '1', is_unique: '1' };

type Rows = { visits: string[]; clicks: string[] };

/** Creates visits and their later rows. The attributes of the clicks differ from the attributes of the visits. */
function makeRows(workspaceId: string): Rows {
  const owner = { workspace_id: workspaceId, campaign_id: campaign ?? '' };
  const ids = [0, 1, 2, 3].map((at) => newId(noon + at));
  const visit = (at: number, cells: RowCells) =>
    buildVisitRow({ ...owner, id: ids[at] ?? '', landing_id: landing ?? '', ...cells }, noon + at);
  const laterRow = (at: number, afterMs: number, cells: RowCells) =>
    buildRow({
      ...owner,
      type: 'lpclick',
      visit_time: String(noon + at),
      time: String(noon + 5_000 + afterMs),
      id: newId(noon + 5_000 + afterMs),
      visit_id: ids[at] ?? newId(noon + at),
      expires: '2100-01-01',
      outcome: 'offer',
      country: 'FR',
      landing_id: otherLanding ?? '',
      offer_id: otherOffer ?? '',
      lp_clicks: '1',
      ...cells,
    });
  const adjustment = { type: 'adjustment', lp_clicks: '', outcome: '', landing_id: '', offer_id: '' };
  return {
    visits: [
      visit(0, { token1: 'a', offer_id: offer ?? '', tags: "['red']" }),
      visit(1, { token1: 'b', ...prefetch }),
      visit(2, { token1: 'c', country: 'AT' }),
    ],
    clicks: [
      laterRow(0, 1, {}),
      laterRow(0, 2, { reasons: "['by-click-id']", link: '2' }),
      laterRow(1, 3, {}),
      laterRow(1, 4, { ...adjustment, reasons: "['prefetch-followed']", visits: '1', prefetch_visits: '-1' }),
      laterRow(2, 5, { ...adjustment, reasons: "['tag']", tags: "['late']" }),
      laterRow(2, 6, { is_bot: '1', lp_clicks: '' }),
      laterRow(3, 7, { country: 'CH' }),
      laterRow(3, 8, { visit_id: '', country: 'IT' }),
    ],
  };
}

const metrics: MetricId[] = [
  'visits',
  'uniqueVisits',
  'prefetchVisits',
  'lpviews',
  'lpclicks',
  'conversions',
  'cost',
];
const groupings: DimensionId[][] = [
  [],
  ['token1'],
  ['country'],
  ['campaign'],
  ['offer', 'landing'],
  ['country', 'deviceType'],
  ['referrerDomain', 'browser'],
];

describeLightStores('late visits with traffic in %s', (store) => {
  let lab: AttributionLab;
  let workspaceId: string;

  beforeAll(async () => {
    lab = await openAttributionLab(store);
    lab.clock.ms = noon + 3_600_000;
  });

  beforeEach(() => {
    workspaceId = newId();
  });

  afterAll(() => lab.close());

  async function send(stream: 'visits' | 'clicks', rows: string[]): Promise<void> {
    const batch = newId();
    expect(await lab.traffic.targets[stream].insert(batch, spoolLines(batch, rows))).toEqual({
      kind: 'inserted',
    });
  }

  /** Returns everything that can be read about a workspace, without IDs. */
  async function describeWorkspace(id: string) {
    const readReport = async (dimensions: DimensionId[], change: Partial<ReportDefinition> = {}) => {
      const definition: ReportDefinition = {
        range: { fromMs: day, toMs: day + 86_400_000 - 1 },
        timezone: 'UTC',
        dimensions,
        metrics,
        dimensionFilters: [],
        metricFilters: [],
        sort: { by: 'lpclicks', direction: 'desc' },
        ...change,
      };
      const { groups } = await lab.traffic.readReport({ workspaceId: id, definition });
      return groups.map(({ keys, sums }) => [...keys, ...sums.values()].join(' '));
    };
    const byTag = {
      dimensionFilters: [
        { field: 'campaign', operator: '=', keys: [campaign ?? ''], isMissingMeant: false } as const,
      ],
    };
    const unique = { metrics: ['uniqueLpclicks' as const, ...metrics] };
    const offers = [offer, otherOffer].map((recordId) => ({
      workspaceId: id,
      kind: 'offer' as const,
      recordId: recordId ?? '',
      sinceMs: day,
    }));
    return {
      // The first group of reports uses only metrics that rollups contain. The second group also uses a metric that
      // rollups do not contain.
      reports: await Promise.all(groupings.map((dimensions) => readReport(dimensions))),
      unique: await Promise.all(groupings.map((dimensions) => readReport(dimensions, unique))),
      tags: await readReport(['tag', 'token1'], { ...byTag, ...unique }),
      offers: (await lab.traffic.countForCaps(offers)).toSorted(
        (first, second) => first.arrivals - second.arrivals,
      ),
      feed: (await readFeed(id)).map(({ visitId, reasons, ...row }) => ({
        ...row,
        id: '',
        isOfVisit: visitId !== null,
        reasons: reasons.filter((reason) => reason !== 'visit-late'),
      })),
    };
  }

  async function readFeed(id: string): Promise<FeedRow[]> {
    const request = {
      selection: { workspaceId: id, types: ['visit', 'lpclick'] as const },
      span: { fromMs: day, toMs: day + 86_400_000 },
      limit: 100,
      nowMs: lab.clock.ms,
      searchMsMax: 10_000,
    };
    const { rows } = await lab.traffic.readFeed(request);
    expect((await lab.traffic.readBriefFeed(request)).rows).toEqual(rows.map(toBriefRow));
    return rows;
  }

  async function makePunctualWorkspace(): Promise<string> {
    const id = newId();
    const { visits, clicks } = makeRows(id);
    await send('visits', visits);
    await send('clicks', clicks);
    return id;
  }

  test('complete their clicks, tags and prefetches as if they had been stored in time', async () => {
    const { visits, clicks } = makeRows(workspaceId);
    await send('clicks', clicks);
    await completeClicks(lab.worker);
    await lab.ship();
    await send('visits', visits);
    await completeClicks(lab.worker);
    await lab.ship();
    const punctual = await describeWorkspace(await makePunctualWorkspace());
    expect(await describeWorkspace(workspaceId)).toEqual(punctual);
    const reasons = (await readFeed(workspaceId)).map((row) => row.reasons.join());
    expect(reasons.filter((reason) => reason.includes('visit-late'))).toHaveLength(4);
    expect(reasons.filter((reason) => reason.includes('visit-unknown'))).toHaveLength(2);
  });

  test('complete each click once, despite concurrent runs and lost acknowledgments', async () => {
    const { visits, clicks } = makeRows(workspaceId);
    await send('clicks', clicks);
    await send('visits', visits);
    const completed = await Promise.all([1, 2, 3].map(() => completeClicks(lab.worker)));
    expect(completed.reduce((sum, rows) => sum + rows, 0)).toBe(6);
    expect(await completeClicks(lab.worker)).toBe(0);
    const { outbox } = lab.traffic.targets;
    // Ships the rows as if the worker had died before it received the acknowledgment.
    await lab.ship({
      ...outbox,
      insert: async (batch, lines) => {
        await outbox.insert(batch, lines);
        return { kind: 'unknown', reason: 'lost' };
      },
    });
    await lab.database.asSystem((executor) =>
      sql`UPDATE outbox_batches SET next_at = now()`.execute(executor),
    );
    await lab.ship();
    expect(await completeClicks(lab.worker)).toBe(0);
    await lab.ship();
    expect(await describeWorkspace(workspaceId)).toEqual(
      await describeWorkspace(await makePunctualWorkspace()),
    );
  });

  test('are recorded as corrections once, in as many batches as needed, if the store cannot change rows', async () => {
    const [second, third] = [newId(), newId()];
    const correct = (rowId: string) => ({ rowId, workspaceId, timeMs: noon, row: 'x' });
    const batches = [
      { completed: 4_999, corrections: [correct(newId())] },
      { completed: 0, corrections: [correct(second)] },
      { completed: 0, corrections: [correct(second), correct(third)] },
    ];
    const requests: unknown[] = [];
    const completeSome = async (request: unknown) => {
      requests.push(request);
      return batches.shift() ?? { completed: 0, corrections: [] };
    };
    const traffic = { ...lab.traffic, completeClicks: completeSome };
    const weekAgo = { sinceMs: lab.clock.ms - 7 * 86_400_000, rowsMax: 5_000 };
    expect(await completeClicks({ ...lab.worker, traffic })).toBe(5_001);
    expect(requests).toEqual([weekAgo, weekAgo]);
    expect(await completeClicks({ ...lab.worker, traffic })).toBe(1);
    const count = async (table: 'outbox' | 'completed_rows') => {
      const { rows } = await lab.database.asSystem((executor) =>
        sql`SELECT 1 FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId}`.execute(executor),
      );
      return rows.length;
    };
    expect([await count('outbox'), await count('completed_rows')]).toEqual([3, 3]);
    const completeLater = (ms: number) =>
      completeClicks({ ...lab.worker, traffic, now: () => new Date(lab.clock.ms + 8 * 86_400_000 + ms) });
    await completeLater(0);
    expect(await count('completed_rows')).toBe(3);
    await completeLater(1);
    expect(await count('completed_rows')).toBe(0);
    await lab.database.asSystem((executor) => sql`DELETE FROM outbox`.execute(executor));
  });

  test('do not complete clicks in another workspace or clicks that are too old', async () => {
    const [mine, theirs] = [makeRows(workspaceId), makeRows(newId())];
    const foreign = mine.visits.map((row) => row.replace(workspaceId, newId()));
    await send('clicks', mine.clicks);
    await send('visits', [...foreign, ...theirs.visits]);
    const before = await readRecordedRows(lab.address, workspaceId);
    expect(await completeClicks(lab.worker)).toBe(0);
    await send('visits', mine.visits);
    const now = () => new Date(noon + 8 * 86_400_000);
    expect(await completeClicks({ ...lab.worker, now })).toBe(0);
    const rows = await readRecordedRows(lab.address, workspaceId);
    expect(rows.filter(({ type }) => type !== 'visit')).toHaveLength(before.length);
    // Completes all clicks, so that no work is left for other tests.
    await completeClicks(lab.worker);
    await lab.ship();
  });
});
