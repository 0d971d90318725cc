import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import type { WithTraffic } from '../../src/services/tools.ts';
import {
  uploadConversions,
  type ConversionUploadOptions,
} from '../../src/services/uploads/upload-conversions.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import {
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionCampaign,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';

let lab: AttributionLab;

beforeAll(async () => {
  lab = await openAttributionLab();
});

afterAll(() => lab.close());

function contextOf(owner: AttributionCampaign): WorkspaceContext & WithTraffic {
  const { traffic, clickIds, worker } = lab;
  return { ...owner.context, traffic, clickIds, now: worker.now };
}

async function upload(
  owner: AttributionCampaign,
  csv: string | string[],
  options: ConversionUploadOptions = {},
) {
  return await uploadConversions(contextOf(owner), typeof csv === 'string' ? [csv] : csv, options);
}

async function countRows(table: 'conversions' | 'outbox' | 'postback_jobs', workspaceId: string) {
  const { rows } = await lab.database.asSystem((executor) =>
    sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId}`.execute(
      executor,
    ),
  );
  return rows[0]?.n ?? 0;
}

const isoAgo = (ms: number) => new Date(lab.clock.ms - ms).toISOString();

test('an upload report lists each rejected line with its verdict and a message', async () => {
  const [owner, foreign] = [await makeAttributionCampaign(lab), await makeAttributionCampaign(lab)];
  await saveGoalRules(owner.context, owner.campaign.id, {
    rules: [
      {
        label: 'Off',
        conditions: { field: 'event', op: 'is', values: ['off'] },
        actions: [{ idx: 3, label: 'Off', enabled: false }],
      },
      {
        label: 'Sale',
        conditions: { field: 'event', op: 'is', values: ['sale'] },
        actions: [{ idx: 1, label: 'Sale' }],
      },
    ],
  });
  const [visit, old] = [await owner.visit(), await owner.visit({}, { ageMs: 400 * 86_400_000 })];
  const missing = await owner.visit({}, { isStored: false });
  const theirs = await foreign.visit();
  const id = visit.clickId;
  const lines: [string, string | null][] = [
    [`${id},A,sale,hold,10,USD,`, null],
    [`${id},A,sale,approved,12,USD,`, null],
    [`${id},B,sale,rejected,1,USD,`, null],
    [`${id},A,sale,approved,12,USD,`, 'duplicate'],
    [`${id},A,sale,approved,9,USD,`, 'other-amount'],
    [`${id},A,sale,hold,12,USD,`, 'outdated-status'],
    [`${missing.clickId},A,sale,,1,USD,`, 'no-visit'],
    [',A,sale,,1,USD,', 'no-click-id'],
    [`${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'},A,sale,,1,USD,`, 'bad-click-id'],
    [`${theirs.clickId},A,sale,,1,USD,`, 'bad-click-id'],
    [`${old.clickId},A,sale,,1,USD,`, 'expired-window'],
    [`${id},C,other,,1,USD,`, 'no-rule'],
    [`${id},C,off,,1,USD,`, 'no-action'],
    [`${id},C,sale,maybe,1,USD,`, 'unknown-status'],
    [`${id},C,sale,,"1,234",USD,`, 'invalid-amount'],
    [`${id},C,sale,,-1,USD,`, 'nothing-to-refund'],
    [`${id},A,sale,,-1,USD,`, 'partial-refund'],
    [`${id},C,sale,,1,EUR,`, 'unknown-currency'],
    [`${id},C,sale,,1,USD,yesterday`, 'invalid-time'],
    [`${id},C,sale,,1,USD,${isoAgo(-60_000)}`, 'invalid-time'],
    [`${id},C,sale,,1,USD,${isoAgo(3_600_000)}`, 'invalid-time'],
    [`${id},C,sale,,1,USD,"never closed`, 'broken-line'],
  ];
  const csv = `click id,txid,event,status,payout,currency,time\n${lines.map(([line]) => line).join('\n')}\n`;
  const preview = await upload(owner, csv, { dryRun: true });
  expect(await countRows('conversions', owner.workspaceId)).toBe(0);
  const report = await upload(owner, csv);
  expect(report.problems.map(({ line, verdict }) => [line, verdict])).toEqual(
    lines.flatMap(([, verdict], at) => (verdict === null ? [] : [[at + 2, verdict]])),
  );
  for (const { message } of report.problems) expect(message).toMatch(/^[A-Z].*[.Z]$/);
  expect(report).toMatchObject({ dryRun: false, lines: 22, taken: 3, problemsLeftOut: 0 });
  expect(report.counts).toMatchObject({
    counted: 1,
    updated: 1,
    stored: 1,
    'bad-click-id': 2,
    'invalid-time': 3,
  });
  expect(preview).toEqual({ ...report, dryRun: true });
  await lab.ship();
  expect(await owner.sums()).toMatchObject({ conversions: 1, revenue: expect.stringMatching(/^12(\.0+)?$/) });
});

describe('uploading the same file again', () => {
  test.each(['ignore', 'update', 'accumulate', 'append'])(
    "changes nothing with the network's duplicate policy %s",
    async (duplicatePolicy) => {
      const owner = await makeAttributionCampaign(lab);
      const network = await createAffiliateNetwork(owner.context, { name: 'N', duplicatePolicy });
      const visit = await owner.visit({ affiliate_network_id: network.id });
      const csv = `cid,payout,txid,status\n${visit.clickId},5,A,hold\n${visit.clickId},7,B,\n${visit.clickId},1,,\n`;
      expect(await upload(owner, csv)).toMatchObject({ taken: 3, problems: [] });
      const rows = await countRows('outbox', owner.workspaceId);
      const again = await upload(owner, csv);
      expect(again).toMatchObject({ taken: 0, counts: { duplicate: 3 } });
      expect(await countRows('outbox', owner.workspaceId)).toBe(rows);
      await lab.ship();
      expect(await owner.sums()).toMatchObject({
        conversions: 3,
        revenue: expect.stringMatching(/^13(\.0+)?$/),
      });
    },
  );
});

test('columns are recognized by many names, in any order and with any delimiter; other columns are available to goal rules', async () => {
  const owner = await makeAttributionCampaign(lab);
  await saveGoalRules(owner.context, owner.campaign.id, {
    rules: [
      {
        label: 'VIP',
        conditions: { field: 'param.Plan', op: 'is', values: ['vip'] },
        actions: [{ idx: 2, label: 'VIP' }],
      },
    ],
  });
  const files = [
    (id: string) => `\uFEFFPlan;Transaction ID;clickId;Revenue\r\nvip;T1;${id};12,50\r\n`,
    (id: string) => `click_id\tsum\tPlan\n${id}\t12.5\tvip`,
    (id: string) => `"SubID","payout","Plan"\n"${id}","12,50","vip"\n`,
  ];
  for (const write of files) {
    const { clickId } = await owner.visit();
    expect(await upload(owner, write(clickId))).toMatchObject({ taken: 1, problems: [] });
  }
  const { clickId } = await owner.visit();
  expect((await upload(owner, `cid,Plan\n${clickId},basic`)).counts).toEqual({ 'no-rule': 1 });
});

test("a time without a zone is in the workspace's time zone, a date alone is never before its visit, and a missing time means now", async () => {
  const owner = await makeAttributionCampaign(lab);
  const ageMs = 5 * 86_400_000;
  const visitMs = lab.clock.ms - ageMs;
  const visits = [await owner.visit({}, { ageMs }), await owner.visit({}, { ageMs }), await owner.visit()];
  const berlin = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const later = visitMs + 3_600_000;
  const [day = ''] = berlin.format(visitMs).split(' ');
  const texts = [berlin.format(later), day, ''];
  const csv = `cid,time\n${visits.map(({ clickId }, at) => `${clickId},${texts[at]}`).join('\n')}`;
  expect(await upload(owner, csv)).toMatchObject({ taken: 3 });
  const { rows } = await lab.database.asSystem((executor) =>
    sql<{ visit: string; at: Date }>`SELECT visit_id AS visit, received_at AS at FROM conversions
      WHERE workspace_id = ${owner.workspaceId}`.execute(executor),
  );
  const timeOf = (at: number) => rows.find(({ visit }) => visit === visits[at]?.visitId)?.at.getTime();
  expect(timeOf(0)).toBe(Math.floor(later / 1_000) * 1_000);
  expect(timeOf(1)).toBe(visitMs);
  expect(timeOf(2)).toBe(lab.clock.ms);
});

test('postbacks are sent for counted conversions unless disabled', async () => {
  const owner = await makeAttributionCampaign(lab);
  await lab.database.asSystem((executor) =>
    sql`UPDATE traffic_sources SET postback_url = 'https://source.example/pb?id={externalid}'
      WHERE id = ${owner.campaign.trafficSourceId}`.execute(executor),
  );
  const cells = { traffic_source_id: owner.campaign.trafficSourceId, external_id: 'x1' };
  const [withPostback, withoutPostback] = [await owner.visit(cells), await owner.visit(cells)];
  await upload(owner, `cid\n${withoutPostback.clickId}`, { postbacks: false });
  expect(await countRows('postback_jobs', owner.workspaceId)).toBe(0);
  await upload(owner, `cid\n${withPostback.clickId}`);
  expect(await countRows('postback_jobs', owner.workspaceId)).toBe(1);
  await upload(owner, `cid\n${withPostback.clickId}\n${withoutPostback.clickId}`);
  expect(await countRows('postback_jobs', owner.workspaceId)).toBe(1);
});

test('a long file is processed in groups with progress, and each group is written to the audit log', async () => {
  const owner = await makeAttributionCampaign(lab);
  await updateCampaign(owner.context, owner.campaign.id, { name: 'Long' });
  const { clickId } = await owner.visit();
  const progress: number[] = [];
  const problems: number[] = [];
  const lines = Array.from({ length: 1_150 }, (_, at) => (at % 2 === 0 ? `${clickId},T${at}` : `bad,T${at}`));
  const pieces = `cid,txid\n${lines.join('\n')}`.match(/[^]{1,777}/g) ?? [];
  const report = await upload(owner, pieces, {
    onProgress: (count) => progress.push(count),
    onProblem: ({ line }) => problems.push(line),
  });
  expect(progress).toEqual([500, 1_000, 1_150]);
  expect(report).toMatchObject({ lines: 1_150, taken: 575, counts: { counted: 575, 'bad-click-id': 575 } });
  expect(problems).toHaveLength(575);
  expect(problems[0]).toBe(3);
  const entries = await lab.database.inWorkspace(owner.workspaceId, (executor) =>
    listAuditEntries(executor, owner.workspaceId),
  );
  const uploads = entries.filter(({ action }) => action === 'conversions.upload');
  expect(uploads).toHaveLength(3);
  expect(new Set(uploads.map(({ subjectId }) => subjectId)).size).toBe(1);
});

test('columns can be named like postback parameters, and values can have the formats that networks use', async () => {
  const owner = await makeAttributionCampaign(lab);
  const { clickId } = await owner.visit();
  const csv = `click_id;amount;Commission;transaction_id;order id;sub1\n${clickId};{amount};$1,234.50;null;A-1;x\n`;
  expect(await upload(owner, csv)).toMatchObject({ taken: 1, problems: [] });
  const { rows } = await lab.database.asSystem((executor) =>
    sql<{ txid: string; payout: string }>`
      SELECT transaction_id AS txid, trim_scale(payout)::text AS payout FROM conversions
      WHERE workspace_id = ${owner.workspaceId}`.execute(executor),
  );
  expect(rows).toEqual([{ txid: 'A-1', payout: '1234.5' }]);
});

test.each([
  ['', 'The file is empty'],
  ['\n\n', 'The file is empty'],
  ['payout,txid\n1,2', 'Missing column: click id. The first line has: payout, txid'],
  ['cid,payout,Pay Out\n1,2,3', 'More than one column for the same field: payout and Pay Out'],
])('the file %j is rejected: %s', async (csv, message) => {
  const owner = await makeAttributionCampaign(lab);
  await expect(upload(owner, csv)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', message });
});
