/** The demo goes through the same code as real traffic, and leaves a workspace as some days of work would. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGeo, type GeoReader } from '../../src/edge/classify/index.ts';
import { listCampaigns } from '../../src/services/campaigns/list-campaigns.ts';
import { fillDemo } from '../../src/start/demo/fill-demo.ts';
import { openAttributionLab, type AttributionLab } from '../../src/testing/attribution-lab.ts';
import { makeWorkspace } from '../../src/testing/factories.ts';
import { queryRows } from '../../src/testing/spool-clickhouse.ts';

const days = 5;
let lab: AttributionLab;
let geo: GeoReader;

beforeAll(async () => {
  [lab, geo] = await Promise.all([openAttributionLab(), openGeo()]);
});
afterAll(async () => {
  geo.close();
  await lab.close();
});

type Counts = {
  type: string;
  rows: string;
  bots: string;
  statuses: string[];
  failed: string;
  countries: string;
  orphans: string;
};

test('a workspace gets visits, clicks, conversions with a later fate, and postbacks that failed at first', async () => {
  const { workspaceId, actor } = await makeWorkspace(lab.database);
  const { clickhouse, clickIds, database } = lab;
  const context = { database, clickhouse, clickIds, workspaceId, actor, now: () => new Date(lab.clock.ms) };
  const messages: string[] = [];
  const options = {
    geo,
    secret: 'a secret of the tests',
    days,
    onProgress: (text: string) => messages.push(text),
  };
  const done = await fillDemo(context, options);
  const rows = await queryRows<Counts>(
    clickhouse,
    `SELECT type, count() AS rows, sum(bot_visits) AS bots, groupUniqArray(status) AS statuses,
       countIf(type = 'postback' AND NOT is_success) AS failed, uniq(country) AS countries,
       countIf(has(reasons, 'visit-unknown') OR country = '') AS orphans
     FROM events WHERE workspace_id = '${workspaceId}' GROUP BY type`,
  );
  const byType = Object.fromEntries(rows.map((row) => [row.type, row]));
  expect([done.visits, done.clicks, done.postbacks]).toEqual(
    ['visit', 'lpclick', 'postback'].map((type) => Number(byType[type]?.rows)),
  );
  expect(Number(byType['visit']?.bots)).toBeGreaterThan(100);
  expect(Number(byType['visit']?.countries)).toBeGreaterThan(8);
  expect(byType['event']?.statuses).toEqual(expect.arrayContaining(['hold', 'approved', 'rejected']));
  expect(Number(byType['adjustment']?.rows)).toBeGreaterThan(10);
  expect(Number(byType['postback']?.failed)).toBeGreaterThan(0);
  expect(rows.map(({ orphans }) => Number(orphans))).toEqual(rows.map(() => 0));
  expect(messages.at(-1)).toBe(`${done.events} of ${done.events} events`);
  const { campaigns } = await listCampaigns(context, {});
  expect(campaigns.filter(({ status }) => status === 'paused').map(({ name }) => name)).toEqual([
    'Puzzle game',
  ]);
  // Nobody is called: there is not even a wish to.
  const { rows: jobs } = await database.asSystem((executor) =>
    executor
      .selectFrom('postback_jobs')
      .select('id')
      .execute()
      .then((found) => ({ rows: found })),
  );
  expect(jobs).toEqual([]);
  await expect(fillDemo(context, options)).rejects.toThrow('has campaigns already');
});
