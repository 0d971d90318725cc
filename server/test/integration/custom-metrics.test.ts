import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { customMetricLimits } from '@waypost/contract/reports/custom-metric-ids.ts';
import { definitionForm, fileDefinitionForm } from '@waypost/contract/reports/report-forms.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import {
  createCustomMetric,
  deleteCustomMetric,
  getCustomMetric,
  listCustomMetrics,
  updateCustomMetric,
} from '../../src/services/custom-metrics/custom-metrics.ts';
import { exportReport } from '../../src/services/exports/export-report.ts';
import { getReport } from '../../src/services/reports/get-report.ts';
import { createSavedReport, getSavedReport } from '../../src/services/saved-reports/saved-reports.ts';
import { writeOnVersion } from '../../src/services/versions/write-on-version.ts';
import { Database } from '../../src/store/database/database.ts';
import { testStores } from '../../src/testing/machine.ts';
import { insertTraffic } from '../../src/testing/reports/insert-traffic.ts';
import { fullTimeRange, seededRandom } from '../../src/testing/reports/report-queries.ts';
import { makeReportTraffic, type ReportTraffic } from '../../src/testing/reports/report-traffic.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makePerson } from '../../src/testing/workspaces/people.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});
afterAll(() => database.close());

async function makeActor(workspace: WorkspaceContext, role: MemberRole) {
  const { id, email } = await makePerson(workspace, role);
  return { ...workspace, actor: { type: 'user', id, label: email, role } as const };
}

const margin = { name: 'Margin', formula: '(revenue - cost) / revenue', format: 'percentage', decimals: 1 };
const missing = 'Custom metric custom1 not found. It may have been deleted.';

test('a custom metric is created, changed and deleted by members, with audit entries', async () => {
  const workspace = await makeWorkspace(database);
  const [member, viewer] = [await makeActor(workspace, 'member'), await makeActor(workspace, 'viewer')];
  const { id } = await createCustomMetric(member, margin);
  expect(await getCustomMetric(viewer, id)).toMatchObject({ ...margin, metric: 'custom1', version: 1 });
  const change = { name: 'Net margin', formula: 'profit / revenue' };
  const write = (within: WorkspaceContext) => updateCustomMetric(within, id, change);
  await writeOnVersion(member, { id, version: 1 }, { read: getCustomMetric, write });
  expect((await listCustomMetrics(viewer, {})).items).toMatchObject([{ ...change, version: 2 }]);
  for (const refused of [
    () => createCustomMetric(viewer, margin),
    () => updateCustomMetric(viewer, id, { name: 'X' }),
    () => deleteCustomMetric(viewer, id),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await deleteCustomMetric(member, id);
  await expect(getCustomMetric(member, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const owner = await makeActor(workspace, 'owner');
  const { items } = await listAuditLog(owner, { subjectId: id });
  expect(items.toReversed()).toMatchObject([
    { action: 'custom-metric.create', subjectName: 'Margin' },
    { action: 'custom-metric.update', subjectName: 'Margin' },
    { action: 'custom-metric.delete', subjectName: 'Net margin' },
  ]);
});

test('numbers are not reused after a deletion, and every workspace counts its own', async () => {
  const [one, other] = [await makeWorkspace(database), await makeWorkspace(database)];
  const first = await createCustomMetric(one, margin);
  await deleteCustomMetric(one, first.id);
  const created = await Promise.all([1, 2, 3].map(() => createCustomMetric(one, margin)));
  const metrics = await Promise.all(created.map(({ id }) => getCustomMetric(one, id)));
  expect(metrics.map(({ metric }) => metric).toSorted()).toEqual(['custom2', 'custom3', 'custom4']);
  const { id } = await createCustomMetric(other, margin);
  expect((await getCustomMetric(other, id)).metric).toBe('custom1');
  await expect(getCustomMetric(one, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  [
    { formula: 'revnue / visits' },
    'formula',
    'Unknown metric "revnue" at character 1. Did you mean revenue?',
  ],
  [{ formula: `cost ${'+ cost '.repeat(100)}` }, 'formula', 'must have at most 500 characters'],
  [{ decimals: 5 }, 'decimals', 'must be at most 4 for a percentage'],
])('the error for %j names the reason', async (change, path, message) => {
  const workspace = await makeWorkspace(database);
  const refused = { code: 'VALIDATION_FAILED', details: { issues: [{ path, message }] } };
  await expect(createCustomMetric(workspace, { ...margin, ...change })).rejects.toMatchObject(refused);
  const { id } = await createCustomMetric(workspace, margin);
  await expect(updateCustomMetric(workspace, id, change)).rejects.toMatchObject(refused);
});

test('a workspace has at most 100 custom metrics', async () => {
  const workspace = await makeWorkspace(database);
  for (let count = 0; count < customMetricLimits.perWorkspace; count += 1)
    await createCustomMetric(workspace, margin);
  await expect(createCustomMetric(workspace, margin)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'too-many' },
  });
});

test('a saved report keeps the ID of a deleted custom metric, which new saved reports cannot use', async () => {
  const owner = await makeActor(await makeWorkspace(database), 'owner');
  const { id } = await createCustomMetric(owner, margin);
  const question = { dimensions: ['country'], metrics: ['visits', 'custom1'], sortBy: 'custom1' };
  const saved = await createSavedReport(owner, { name: 'Margins', question });
  await deleteCustomMetric(owner, id);
  expect((await getSavedReport(owner, saved.id)).question).toEqual(question);
  await expect(createSavedReport(owner, { name: 'Again', question })).rejects.toMatchObject({
    details: { issues: [{ path: 'question.metrics', message: missing }] },
  });
});

describe.each(testStores)('reports with custom metrics in %s', (name) => {
  let context: WorkspaceContext & { traffic: TrafficStore };
  let traffic: ReportTraffic;
  let base: object;

  beforeAll(async () => {
    const store = openTestTraffic(name);
    context = { ...(await makeWorkspace(database)), traffic: store };
    traffic = makeReportTraffic(context.workspaceId, 80, seededRandom(20_261_119));
    await insertTraffic(store, traffic);
    const amount = { format: 'amount', decimals: 2 };
    await createCustomMetric(context, { ...amount, name: 'Net', formula: 'revenue - 2 * cost' });
    await createCustomMetric(context, { ...amount, name: 'Loss', formula: '-profit / (conversions * 2)' });
    await createCustomMetric(context, { ...margin, name: 'Reach', formula: 'uniqueLpclicks / visits' });
    const { fromMs, toMs } = fullTimeRange(traffic.facts);
    base = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  });
  afterAll(() => context.traffic.close());

  const read = async (more: object) =>
    await getReport(context, { ...base, ...more }, { form: definitionForm });

  type Row = Record<string, string | number | null>;
  const sortRows = (rows: readonly Row[], id: string, sign: number) =>
    rows.toSorted((one, other) => {
      const [left, right] = [one[id] ?? null, other[id] ?? null];
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return (Number(left) - Number(right)) * sign;
    });

  test('compute them from the sums of each row and of the totals', async () => {
    const metrics = ['revenue', 'cost', 'profit', 'conversions', 'custom1', 'custom2'];
    const { rows, meta } = await read({ dimensions: ['country'], metrics, totals: true });
    expect(meta.metrics).toEqual(metrics);
    expect(rows.length).toBeGreaterThan(2);
    for (const row of [...rows, meta.totals ?? {}]) {
      const [revenue = 0, cost = 0, profit = 0, conversions = 0] = metrics.map((id) => Number(row[id]));
      expect(row['custom1']).toBeCloseTo(revenue - 2 * cost, 5);
      if (conversions === 0) expect(row['custom2']).toBeNull();
      else expect(row['custom2']).toBeCloseTo(-profit / (conversions * 2), 5);
    }
  });

  test.each(['custom1', 'custom2'])('are sorted by %s over all pages, in both directions', async (sortBy) => {
    const report = { dimensions: ['country', 'day'], metrics: ['visits', sortBy] };
    const all = await read({ ...report, sortBy: 'country', sortDir: 'asc', limit: 1_000 });
    expect(all.rows.length).toBeGreaterThan(10);
    for (const [sortDir, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const limit = Math.ceil(all.rows.length / 3);
      const pages = await Promise.all(
        [0, limit, 2 * limit].map((offset) => read({ ...report, sortBy, sortDir, limit, offset })),
      );
      expect(pages.flatMap(({ rows }) => rows)).toEqual(sortRows(all.rows, sortBy, sign));
      expect(pages.map(({ meta }) => meta.totalRows)).toEqual(pages.map(() => all.rows.length));
    }
  });

  test('are filtered by them over all rows, with totals of the matching rows', async () => {
    const metrics = ['visits', 'revenue', 'uniqueLpclicks', 'custom1', 'custom3'];
    const all = await read({ dimensions: ['country'], metrics, limit: 1_000 });
    const middle = Number(sortRows(all.rows, 'custom1', 1)[Math.floor(all.rows.length / 2)]?.['custom1']);
    const filters = [{ field: 'custom1', op: 'lt', values: [middle] }];
    const below = await read({ dimensions: ['country'], metrics, filters, totals: true, limit: 2 });
    const expected = all.rows.filter((row) => Number(row['custom1']) < middle);
    expect(below.meta.totalRows).toBe(expected.length);
    expect(below.rows).toEqual(expected.slice(0, 2));
    // The same rows, selected by their dimension.
    const values = expected.map((row) => row['country'] ?? null);
    const same = await read({ metrics, totals: true, filters: [{ field: 'country', op: 'is', values }] });
    expect(below.meta.totals).toEqual(same.meta.totals);
  });

  test('have totals that count a visit once, for several dimensions and for tags', async () => {
    const campaign = { field: 'campaign', op: 'is', values: [traffic.campaigns[0]?.id] };
    const every = { field: 'custom1', op: 'isNot', values: [123_456] };
    const metrics = ['visits', 'uniqueLpclicks', 'conversions', 'custom3'];
    for (const dimensions of [
      ['country', 'offer'],
      ['day', 'tag'],
    ]) {
      const report = { dimensions, metrics: [...metrics, 'custom1'], totals: true, limit: 1_000 };
      const unfiltered = await read({ ...report, filters: [campaign] });
      const filtered = await read({ ...report, filters: [campaign, every] });
      expect(filtered.rows).toEqual(unfiltered.rows);
      expect(filtered.meta.totals, dimensions.join()).toEqual(unfiltered.meta.totals);
    }
  });

  test('are exported in their order, with names', async () => {
    const report = { dimensions: ['country'], metrics: ['visits', 'custom1'], sortBy: 'custom1' };
    const shown = await read({ ...report, limit: 1_000 });
    const form = fileDefinitionForm;
    const { pieces } = await exportReport(context, { ...base, ...report }, { form, headers: 'names' });
    let text = '';
    for await (const piece of pieces) text += String(piece);
    const [head, ...lines] = text.trim().split(/\r?\n/);
    expect(head).toBe('country,visits,Net');
    expect(lines.map((line) => Number(line.split(',').at(-1)))).toEqual(
      shown.rows.map((row) => row['custom1']),
    );
  });

  test('cannot use a custom metric that does not exist', async () => {
    await expect(read({ metrics: ['custom99'] })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
