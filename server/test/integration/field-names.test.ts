import { fileDefinitionForm } from '@waypost/contract/reports/report-forms.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runReport } from '../../src/agents/tools/run-report.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { exportEvents } from '../../src/services/exports/export-events.ts';
import { exportReport } from '../../src/services/exports/export-report.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { getFieldLabels, getFieldNames } from '../../src/services/reports/field-names.ts';
import { createRotator } from '../../src/services/rotators/create-rotator.ts';
import { addTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import type { FileExport } from '../../src/services/exports/csv-export.ts';
import { Database } from '../../src/store/database/database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(async () => {
  await database.close();
});

const action = (idx: number, label: string) => ({ idx, label });
const token = (index: number, name: string) => ({ index, name, param: `p${index}` });

async function makeNamedCampaign(
  context: WorkspaceContext,
  { tokens, actions }: { tokens: object[]; actions: object[] },
) {
  const source = await addTrafficSource(context, { name: 'Source', tokens });
  const campaign = await makeCampaign(context, { trafficSourceId: source.id });
  if (actions.length > 0)
    await saveGoalRules(context, campaign.id, { rules: [{ label: 'All', conditions: null, actions }] });
  return campaign;
}

async function firstLine({ pieces }: FileExport): Promise<string> {
  for await (const piece of pieces) return String(piece).split('\r\n')[0] ?? '';
  return '';
}

describeLightStores('names of tokens and goal actions with traffic in %s', (store) => {
  let traffic: TrafficStore;

  beforeAll(() => {
    traffic = openTestTraffic(store);
  });

  afterAll(() => traffic.close());

  test('are those of the records in the scope, with whether they have data', async () => {
    const [workspace, foreign] = await Promise.all([makeWorkspace(database), makeWorkspace(database)]);
    const context = { ...workspace, traffic };
    const zones = await makeNamedCampaign(context, {
      tokens: [token(1, 'Zone'), token(2, 'Creative')],
      actions: [action(1, 'Lead'), action(2, 'Deposit')],
    });
    const sites = await makeNamedCampaign(context, {
      tokens: [token(1, 'Site'), token(3, 'Keyword')],
      actions: [action(1, 'Lead')],
    });
    const unruled = await makeNamedCampaign(context, { tokens: [], actions: [] });
    await makeNamedCampaign(foreign, { tokens: [token(1, 'Foreign')], actions: [action(1, 'Foreign')] });
    const time = context.now().getTime() - 60_000;
    const row = { workspace_id: context.workspaceId, time };
    await insertEventRows(traffic, [
      { ...row, type: 'visit', campaign_id: zones.id, token1: '17', token9: 'x' },
      { ...row, type: 'event', campaign_id: sites.id, idx: 4 },
      { ...row, type: 'visit', campaign_id: sites.id, time: time - 40 * 86_400_000, token3: 'old' },
    ]);

    expect(await getFieldNames(context, {})).toEqual({
      tokens: [
        { index: 1, names: ['Site', 'Zone'], hasData: true },
        { index: 2, names: ['Creative'], hasData: false },
        { index: 3, names: ['Keyword'], hasData: false },
        { index: 9, names: [], hasData: true },
      ],
      goalActions: [
        { idx: 1, names: ['Lead', 'Conversion'], hasData: false },
        { idx: 2, names: ['Deposit'], hasData: false },
        { idx: 4, names: [], hasData: true },
      ],
    });
    expect(await getFieldNames(context, { campaignIds: sites.id })).toEqual({
      tokens: [
        { index: 1, names: ['Site'], hasData: false },
        { index: 3, names: ['Keyword'], hasData: false },
      ],
      goalActions: [
        { idx: 1, names: ['Lead'], hasData: false },
        { idx: 4, names: [], hasData: true },
      ],
    });
    expect(await getFieldNames(context, { campaignIds: unruled.id })).toEqual({
      tokens: [],
      goalActions: [{ idx: 1, names: ['Conversion'], hasData: false }],
    });
    const ofSource = await getFieldNames(context, { trafficSourceIds: zones.trafficSourceId });
    expect(ofSource.tokens.map(({ names }) => names)).toEqual([['Zone'], ['Creative']]);
    const ofRotator = await getFieldNames(context, { rotatorIds: zones.rotatorId });
    expect(ofRotator.goalActions.map(({ names }) => names)).toEqual([['Lead'], ['Deposit']]);
    const { id: unusedId } = await createRotator(context, { name: 'Unused' });
    const ofUnused = await getFieldNames(context, { rotatorIds: unusedId });
    expect(ofUnused.tokens.map(({ names }) => names)).toEqual([['Site', 'Zone'], ['Creative'], ['Keyword']]);
    expect(await getFieldLabels(context, ['token1', 'revenue2', 'visits'], {})).toEqual(
      new Map([
        ['token1', 'Token 1 (Site, Zone)'],
        ['revenue2', 'Deposit revenue'],
      ]),
    );
  });

  test('are the column headers of exports on request, and in the reports of agents', async () => {
    const context = { ...(await makeWorkspace(database)), traffic };
    const campaign = await makeNamedCampaign(context, {
      tokens: [token(1, 'Zone'), token(2, 'Country')],
      actions: [action(1, 'Lead')],
    });
    const definition = {
      from: '2026-11-16',
      to: '2026-11-16',
      dimensions: ['token1', 'campaign'],
      metrics: ['visits', 'event1', 'revenue1', 'event2'],
      filters: [{ field: 'campaign', op: 'is', values: [campaign.id] }],
    };
    const form = fileDefinitionForm;
    expect(await firstLine(await exportReport(context, definition, { form }))).toBe(
      'token1,campaign,campaignName,visits,event1,revenue1,event2',
    );
    expect(await firstLine(await exportReport(context, definition, { form, headers: 'names' }))).toBe(
      'Zone,campaign,campaignName,visits,Lead,Lead revenue,event2',
    );
    const { filters, ...query } = definition;
    const answer = await runReport.run(
      { ...context, signal: AbortSignal.timeout(hangLimitMs) } as never,
      { ...query, filters, limit: 1, offset: 0 } as never,
    );
    expect(answer.data['names']).toEqual({ token1: 'Zone', event1: 'Lead', revenue1: 'Lead revenue' });
    const range = { from: '2026-11-16', to: '2026-11-16', campaignId: campaign.id };
    expect(await firstLine(await exportEvents(context, range, { headers: 'names' }))).toContain(
      ',Zone,Country (token 2),token3,',
    );
  });
});
