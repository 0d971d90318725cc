import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoContext } from '../../src/demo/apply-demo-events.ts';
import { fillDemo, type DemoOptions } from '../../src/demo/fill-demo.ts';
import { openGeo, type GeoReader } from '../../src/edge/classify/index.ts';
import { WaypostError } from '../../src/platform/errors.ts';
import { timeOfId } from '../../src/platform/ids.ts';
import { listInbox } from '../../src/services/conversions/list-inbox.ts';
import { listPostbacks } from '../../src/services/postbacks/postbacks.ts';
import { listWarnings } from '../../src/services/warnings/list-warnings.ts';
import { listCampaigns } from '../../src/services/campaigns/campaigns.ts';
import { openAttributionLab, type AttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';

const days = 6;

/**
 * Stops the demo once after a batch of clicks is stored but not acknowledged, and once while sending events.
 */
async function fillAndKillTwice(context: DemoContext, options: DemoOptions): Promise<number> {
  const { clicks } = context.traffic.targets;
  const insert: typeof clicks.insert = async (...args) => {
    await clicks.insert(...args);
    throw new WaypostError('INTERNAL_ERROR', 'killed at the clicks');
  };
  const targets = { ...context.traffic.targets, clicks: { ...clicks, insert } };
  const atClicks = { ...context, traffic: { ...context.traffic, targets } };
  await expect(fillDemo(atClicks, options)).rejects.toThrow('killed at the clicks');
  const onProgress = (text: string) => {
    if (text.startsWith('200 of')) throw new Error('killed at the events');
  };
  await expect(fillDemo(context, { ...options, onProgress })).rejects.toThrow('killed at the events');
  const { rows } = await context.database.asSystem((executor) =>
    sql<{ postbacks: number }>`SELECT count(*)::int AS postbacks FROM outbox
      WHERE workspace_id = ${context.workspaceId} AND row LIKE 'postback%'`.execute(executor),
  );
  return rows[0]?.postbacks ?? 0;
}

describeLightStores('the demo with traffic in %s', (store) => {
  let lab: AttributionLab;
  let geo: GeoReader;

  beforeAll(async () => {
    [lab, geo] = await Promise.all([openAttributionLab(store), openGeo()]);
  });
  afterAll(async () => {
    geo.close();
    await lab.close();
  });

  test('records visits, clicks, conversions with status changes, and postbacks that fail at first', async () => {
    const { workspaceId, actor } = await makeWorkspace(lab.database);
    const { traffic, clickIds, database } = lab;
    const context = { database, traffic, clickIds, workspaceId, actor, now: () => new Date(lab.clock.ms) };
    const messages: string[] = [];
    const options = {
      geo,
      secret: 'a secret of the tests',
      days,
      unfinishedFile: join(makeTemporaryDirectory(), 'demo.json'),
      onProgress: (text: string) => messages.push(text),
    };
    const postbacksBefore = await fillAndKillTwice(context, options);
    const unfinished = readFileSync(options.unfinishedFile);
    const result = await fillDemo(context, options);
    const rows = await readRecordedRows(lab.address, workspaceId);
    // Restores the file that lists unfinished work, as if the demo had been killed at the very end. The next run finds
    // that everything is already recorded.
    writeFileSync(options.unfinishedFile, unfinished);
    expect((await fillDemo(context, options)).postbacks).toBe(0);
    expect(await readRecordedRows(lab.address, workspaceId)).toHaveLength(rows.length);
    expect(existsSync(options.unfinishedFile)).toBe(false);
    const rowsOf = (type: string) => rows.filter((row) => row.type === type);
    expect([result.visits, result.clicks, postbacksBefore + result.postbacks]).toEqual(
      ['visit', 'lpclick', 'postback'].map((type) => rowsOf(type).length),
    );
    expect(rowsOf('visit').reduce((sum, row) => sum + Number(row.bot_visits), 0)).toBeGreaterThan(100);
    expect(new Set(rowsOf('visit').map(({ country }) => country)).size).toBeGreaterThan(8);
    const statuses = new Set(rowsOf('event').map(({ status }) => status));
    for (const status of ['hold', 'approved', 'rejected']) expect(statuses).toContain(status);
    // One campaign's landing page reports custom events, and two cost entries change recorded costs.
    expect(rowsOf('event').filter(({ idx }) => Number(idx) === 3).length).toBeGreaterThan(0);
    const costs = await database.asSystem((executor) =>
      executor.selectFrom('cost_entries').select('mode').where('workspace_id', '=', workspaceId).execute(),
    );
    expect(costs.map(({ mode }) => mode).toSorted()).toEqual(['correct', 'replace']);
    expect((await listWarnings(context, {})).items).toEqual([]);
    expect(rowsOf('adjustment').length).toBeGreaterThan(10);
    expect(rowsOf('postback').filter(({ is_success }) => is_success === false).length).toBeGreaterThan(0);
    const isOrphan = ({ reasons, country }: RecordedRow) =>
      country === null || (reasons as string[]).includes('visit-unknown');
    expect(rows.filter(isOrphan)).toEqual([]);
    expect(messages.at(-1)).toBe(`${result.events} of ${result.events} events`);
    const { campaigns } = await listCampaigns(context, {});
    expect(campaigns.filter(({ status }) => status === 'paused').map(({ name }) => name)).toEqual([
      'Puzzle game',
    ]);
    // Incoming postbacks get many different verdicts, and outgoing postbacks go to unreachable hosts.
    const inbox = (await listInbox(context, { limit: '200' })).items;
    expect(inbox).toHaveLength(result.requests);
    const verdicts = new Set(inbox.map(({ verdict }) => verdict ?? 'none'));
    for (const verdict of ['counted', 'updated', 'unknown-status', 'invalid-amount', 'foreign-visit'])
      expect(verdicts).toContain(verdict);
    for (const verdict of ['bad-click-id', 'no-click-id', 'unreadable', 'waiting'])
      expect(verdicts).toContain(verdict);
    const jobs = (await listPostbacks(context, { limit: '200' })).items;
    expect(jobs.length).toBeGreaterThan(0);
    for (const { url } of jobs) expect(url).toMatch(/^https:\/\/[\w.]+\.example\//);
    // Campaign versions are older than the visits they routed.
    const { rows: served } = await database.asSystem((executor) =>
      sql<{ at: Date }>`SELECT min(created_at) AS at FROM campaign_versions
        WHERE workspace_id = ${workspaceId} GROUP BY campaign_id`.execute(executor),
    );
    const firstMs = Math.min(...rowsOf('visit').map((row) => timeOfId(String(row.visit_id))));
    expect(served).toHaveLength(6);
    for (const { at } of served) expect(at.getTime()).toBeLessThan(firstMs);
    await expect(fillDemo(context, options)).rejects.toThrow('already has campaigns');
  });
});
