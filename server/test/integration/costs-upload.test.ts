import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCostEntries } from '../../src/services/costs/cost-entries.ts';
import { waitForCosts } from '../../src/services/costs/wait-for-costs.ts';
import { uploadCosts, type CostUploadOptions } from '../../src/services/uploads/upload-costs.ts';
import {
  addVisits,
  enterCost,
  openCostLab,
  type CostLab,
  type CostOwner,
} from '../../src/testing/attribution/cost-lab.ts';
import { makeCampaign } from '../../src/testing/workspaces/factories.ts';
let lab: CostLab;

beforeAll(() => {
  lab = openCostLab();
});

afterAll(() => lab.close());

describe('a cost file', () => {
  const upload = (owner: CostOwner, csv: string, options: CostUploadOptions = {}) =>
    uploadCosts(owner, [csv], options);

  test('creates entries and reports each rejected line with its verdict', async () => {
    const owner = await lab.makeOwner();
    await makeCampaign(owner, { name: 'Ambiguous' });
    await makeCampaign(owner, { name: 'Ambiguous' });
    await addVisits(owner, [{ token1: 'a' }, { token1: 'b' }, { token1: 'c' }]);
    const lines: [string, string | null][] = [
      ['Campaign;2026-06-15;2026-06-15;12,50;;a', null],
      [`${owner.campaignId};2026-06-15 00:00;2026-06-15T21:59:59Z;1;usd;b`, null],
      ['Campaign;2026-06-15;;12.5;USD;a', 'duplicate'],
      ['Campaign;2026-06-15;;7;;', 'overlap'],
      ['Unknown;2026-06-15;;7;;', 'unknown-campaign'],
      ['Ambiguous;2026-06-15;;7;;', 'ambiguous-campaign'],
      ['Campaign;2026-06-15;;7;EUR;c', 'unknown-currency'],
      ['Campaign;2026-06-15;;7;XXY;c', 'invalid'],
      ['Campaign;2026-06-15;;1,234;;c', 'invalid'],
      ['Campaign;2026-06-15;;-x;;c', 'invalid'],
      ['Campaign;tomorrow;;1;;c', 'invalid'],
      ['Campaign;2098-06-15;;1;;c', 'open-period'],
      ['Campaign;2026-06-15;;1;;nowhere', 'no-visits'],
    ];
    const csv = `Campaign;From;To;Cost;Currency;token1\r\n${lines.map(([line]) => line).join('\r\n')}`;
    const preview = await upload(owner, csv, { dryRun: true });
    expect((await listCostEntries(owner, {})).items).toEqual([]);
    const ids: string[] = [];
    const report = await upload(owner, csv, { onEntered: (id) => ids.push(id) });
    expect(report.problems.map(({ line, verdict }) => [line, verdict])).toEqual(
      lines.flatMap(([, verdict], at) => (verdict === null ? [] : [[at + 2, verdict]])),
    );
    expect(preview).toEqual({ ...report, dryRun: true });
    expect(report).toMatchObject({ lines: 13, taken: 2, problemsLeftOut: 0 });
    const statuses: string[] = [];
    await waitForCosts(owner, ids, ({ status }) => statuses.push(status));
    expect(statuses).toEqual(['spread', 'spread']);
    expect(await lab.readCosts(owner)).toEqual({ rows: 2, cost: '13.5' });
    const again = await upload(owner, csv);
    expect(again).toMatchObject({ taken: 0, counts: { duplicate: 3 } });
  });

  test('with an unclosed quote loses only the line that contains it', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, [{ token1: 'a' }, { token1: 'b' }]);
    const csv = 'campaign,date,amount,token1\n"Campaign,2026-06-15,1,a\nCampaign,2026-06-15,2,"b"\n';
    const report = await upload(owner, csv, { dryRun: true });
    expect(report).toMatchObject({ lines: 2, taken: 1, problems: [{ line: 2, verdict: 'invalid' }] });
  });

  test('can replace existing entries, but its lines cannot replace each other', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, [{}]);
    const before = await enterCost(owner);
    const csv = 'campaign,date,amount\nCampaign,2026-06-15,4\nCampaign,2026-06-15,5';
    const ids: string[] = [];
    const report = await upload(owner, csv, {
      withdrawOverlapping: true,
      onEntered: (id, replaced) => ids.push(...replaced, id),
    });
    expect(report.counts).toEqual({ entered: 1, overlap: 1 });
    expect(ids[0]).toBe(before.id);
    await waitForCosts(owner, ids, () => undefined);
    expect((await lab.readCosts(owner)).cost).toBe('4');
  });

  test.each([
    [
      'campaign,from,amount,tokn1\nCampaign,2026-06-15,1,a',
      /^Unknown column: tokn1\. Known columns: campaign, from/,
    ],
    ['campaign,from,amount,token16\nCampaign,2026-06-15,1,a', /^Unknown column: token16\./],
    ['campaign,from\nCampaign,2026-06-15', /^Missing column: amount\. The first line has: campaign, from$/],
  ])('%j is rejected as a whole', async (csv, message) => {
    const owner = await lab.makeOwner();
    await expect(upload(owner, csv)).rejects.toMatchObject({ message: expect.stringMatching(message) });
  });
});
