import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { visitExplanation, type VisitExplanation } from '@waypost/contract/rotators/visit-explanation.ts';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { WaypostError } from '../../src/platform/errors.ts';
import { newId } from '../../src/platform/ids.ts';
import { getPanelCampaign } from '../../src/services/campaigns/campaigns.ts';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import type { WithTraffic } from '../../src/services/tools.ts';
import { archiveLanding, createLanding } from '../../src/services/landings/landings.ts';
import { getPublication } from '../../src/services/publishing/publication.ts';
import { publishWaiting } from '../../src/services/publishing/publish-campaigns.ts';
import { explainVisit } from '../../src/services/rotators/evaluation/explain-visit.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { Database } from '../../src/store/database/database.ts';
import { listCampaignNumbers } from '../../src/store/records/campaign-numbers.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { insertVisitRows } from '../../src/testing/traffic/visit-rows.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(() => database.close());

const oneRule = (conditions: unknown) => (rules: RotatorRules) => ({
  rules: [{ name: 'Rule', conditions, paths: [{ pathId: rules.defaultPathId }] }],
});
const country = (code: string) => oneRule({ field: 'country', op: 'is', values: [code] });

describeLightStores('a visit explanation with traffic in %s', (store) => {
  const traffic = openTestTraffic(store);

  async function makeMember(): Promise<WorkspaceContext & WithTraffic> {
    const clickIds = { encode: () => 'click', decode: () => undefined };
    const context = { ...(await makeWorkspace(database)), traffic, clickIds };
    return { ...context, actor: { type: 'user', id: context.workspaceId, label: 'member', role: 'member' } };
  }

  /**
   * Waits until the campaign is published, because other tests share the database and may be compiling this campaign.
   */
  async function publish(context: WorkspaceContext, campaignId: string): Promise<number> {
    const worker = { database, actor: { type: 'system', label: 'worker' }, now: () => new Date() } as const;
    const { version } = await getPanelCampaign(context, campaignId);
    await waitUntil(async () => {
      await publishWaiting(worker);
      return !(await getPublication(context, campaignId)).waiting;
    });
    return version;
  }

  async function makeTrackedCampaign() {
    const context = await makeMember();
    const { id: campaignId, rotatorId } = await makeCampaign(context);
    const save = async (change: (rules: RotatorRules) => object) => {
      const rules = await getRotatorRules(context, rotatorId);
      return await saveRotatorRules(context, rotatorId, { ...rules, ...change(rules) });
    };
    const record = async (cells: EventCells): Promise<string> => {
      const [id] = await insertVisitRows(traffic, [
        {
          workspace_id: context.workspaceId,
          campaign_id: campaignId,
          rotator_id: rotatorId,
          visit_time: Date.now() + 60_000,
          ...cells,
        },
      ]);
      return id ?? '';
    };
    return { context, campaignId, rotatorId, save, record };
  }

  async function explain(context: WorkspaceContext & WithTraffic, id: string): Promise<VisitExplanation> {
    const answer = await explainVisit(context, id);
    expect(visitExplanation.parse(answer)).toEqual(answer);
    return answer;
  }

  test('uses the rules that were live at the time of the visit', async () => {
    const { context, campaignId, save, record } = await makeTrackedCampaign();
    const french = await save(country('FR'));
    const first = await publish(context, campaignId);
    await updateCampaign(context, campaignId, { name: 'Renamed' });
    const german = await save(country('DE'));
    const second = await publish(context, campaignId);
    await save((rules) => ({ ...oneRule(null)(rules), paths: rules.paths }));
    const visit = { country: 'FR', path_id: french.defaultPathId, rule_id: french.rules[0]?.id ?? '' };

    const matching = await explain(context, await record({ ...visit, config_version: first }));
    expect(matching).toMatchObject({
      verdict: 'agrees',
      usesDecidingRules: true,
      recorded: { ruleId: french.rules[0]?.id },
      evaluation: { rotatorVersion: french.version, rules: [{ holds: true, wins: true }] },
    });
    const contradicting = await explain(
      context,
      await record({ ...visit, country: 'IT', config_version: second }),
    );
    expect(contradicting).toMatchObject({
      verdict: 'contradicts',
      evaluation: { rotatorVersion: german.version, ruleId: null },
    });
    expect(contradicting.note).toContain('contradicts the record');
    const unknownVersion = await explain(context, await record({ ...visit, config_version: 999 }));
    expect(unknownVersion).toMatchObject({
      usesDecidingRules: false,
      evaluation: { rules: [{ leaves: [] }] },
    });
    expect(unknownVersion.note).toContain('no longer stored');
  });

  test('uses the rules that routed a visit to an archived campaign, or the current rules if those are gone', async () => {
    const { context, campaignId, save, record } = await makeTrackedCampaign();
    const { defaultPathId, rules, version } = await save(country('FR'));
    const published = await publish(context, campaignId);
    const visit = { country: 'FR', path_id: defaultPathId, rule_id: rules[0]?.id ?? '' };
    const [decided, older] = [
      await record({ ...visit, config_version: published }),
      await record({ ...visit, config_version: 999 }),
    ];
    await archiveCampaign(context, campaignId);
    await publish(context, campaignId);
    expect(await explain(context, decided)).toMatchObject({
      verdict: 'agrees',
      usesDecidingRules: true,
      evaluation: { rotatorVersion: version, rules: [{ wins: true }] },
    });
    expect(await explain(context, older)).toMatchObject({
      verdict: 'agrees',
      usesDecidingRules: false,
      evaluation: { rules: [{ wins: true }] },
    });
  });

  test('shows a landing page that was archived after the visit as it was served', async () => {
    const { context, campaignId, save, record } = await makeTrackedCampaign();
    const { id: landingId } = await createLanding(context, { name: 'Page', url: 'https://page.example/' });
    const withLandings = (landings: object[]) => (rules: RotatorRules) => ({
      paths: rules.paths.map((path) => ({ ...path, landings })),
    });
    const { defaultPathId } = await save(withLandings([{ landingId }]));
    const published = await publish(context, campaignId);
    const visit = { path_id: defaultPathId, landing_id: landingId, config_version: published };
    const id = await record(visit);
    await save(withLandings([]));
    await archiveLanding(context, landingId);
    expect(await explain(context, id)).toMatchObject({
      usesDecidingRules: true,
      evaluation: { paths: [{ landings: [{ id: landingId, share: 100, state: 'served' }] }] },
    });
  });

  test('reports whether a cap changed the decision', async () => {
    const { context, campaignId, save, record } = await makeTrackedCampaign();
    const { defaultPathId } = await save(country('FR'));
    const config_version = await publish(context, campaignId);
    const visit = { country: 'DE', path_id: defaultPathId, config_version };
    expect(await explain(context, await record(visit))).toMatchObject({ recorded: { isCapped: false } });
    const capped = await explain(context, await record({ ...visit, outcome: 'all-capped' }));
    expect(capped).toMatchObject({ recorded: { isCapped: true }, note: expect.stringContaining('A cap') });
  });

  test('uses the previous version if an edge still served it', async () => {
    const { context, campaignId, save, record } = await makeTrackedCampaign();
    const french = await save(country('FR'));
    await publish(context, campaignId);
    await save(country('DE'));
    const version = await publish(context, campaignId);
    const late = {
      path_id: french.defaultPathId,
      rule_id: french.rules[0]?.id ?? '',
      config_version: version,
    };
    expect(await explain(context, await record({ ...late, country: 'FR' }))).toMatchObject({
      verdict: 'agrees',
      evaluation: { rotatorVersion: french.version },
    });
  });

  test('uses the recorded bot flag', async () => {
    const { context, campaignId, save, record } = await makeTrackedCampaign();
    const rules = await save(oneRule({ field: 'bot', op: 'is', values: [true] }));
    const config_version = await publish(context, campaignId);
    const cells = { path_id: rules.defaultPathId, config_version };
    const bot = await record({ ...cells, is_bot: true, rule_id: rules.rules[0]?.id ?? '' });
    expect(await explain(context, bot)).toMatchObject({
      verdict: 'agrees',
      evaluation: { rules: [{ holds: true, leaves: [{ field: 'bot', input: true, result: true }] }] },
    });
    expect(await explain(context, await record(cells))).toMatchObject({
      verdict: 'agrees',
      evaluation: { ruleId: null, rules: [{ holds: false }] },
    });
  });

  test('marks conditions and rules as unknown if values were not recorded or are hidden', async () => {
    const { context, campaignId, save, record } = await makeTrackedCampaign();
    const rules = await save(
      oneRule({
        any: [
          { field: 'param.utm_term', op: 'is', values: ['x'] },
          { field: 'userAgent', op: 'contains', values: ['Secret'] },
          { field: 'datacenter', op: 'is', values: [true] },
        ],
      }),
    );
    const config_version = await publish(context, campaignId);
    const id = await record({
      path_id: rules.defaultPathId,
      rule_id: rules.rules[0]?.id ?? '',
      user_agent: 'Secret agent',
      config_version,
    });
    const datacenter = { field: 'datacenter', input: false, result: false };
    expect(await explain(context, id)).toMatchObject({
      verdict: 'agrees',
      evaluation: {
        rules: [
          {
            holds: true,
            leaves: [
              { input: null, result: null, unknown: 'not-recorded' },
              { input: 'Secret agent', result: true },
              datacenter,
            ],
          },
        ],
      },
    });
    const viewer = {
      ...context,
      actor: { type: 'user', id: context.workspaceId, label: 'viewer', role: 'viewer' },
    } as const;
    const hidden = await explain(viewer, id);
    expect(hidden).toMatchObject({
      verdict: 'undetermined',
      evaluation: {
        ruleId: rules.rules[0]?.id,
        rules: [{ holds: null, leaves: [{}, { input: null, result: null, unknown: 'hidden' }, datacenter] }],
      },
    });
    expect(JSON.stringify(hidden)).not.toContain('Secret agent');
    expect(hidden.note).toContain('userAgent (hidden from you)');
  });

  test('reports that no rules were applied when the campaign was paused', async () => {
    const { context, record } = await makeTrackedCampaign();
    expect(await explain(context, await record({ outcome: 'paused', config_version: 1 }))).toMatchObject({
      verdict: 'not-routed',
      note: 'No rules were applied to this visit. Its outcome is paused.',
      usesDecidingRules: false,
      evaluation: null,
    });
  });

  test('has no rules when the rotator no longer exists, but fails when the rules cannot be read', async () => {
    const { context, rotatorId, record } = await makeTrackedCampaign();
    const { defaultPathId } = await getRotatorRules(context, rotatorId);
    const visit = { path_id: defaultPathId, config_version: 999 };
    const gone = await record({ ...visit, rotator_id: newId() });
    expect(await explain(context, gone)).toMatchObject({ verdict: 'undetermined', evaluation: null });
    const known = await record(visit);
    const failure = new WaypostError('SERVICE_UNAVAILABLE', 'The database cannot be reached');
    vi.spyOn(database, 'inSnapshot').mockRejectedValueOnce(failure);
    await expect(explainVisit(context, known)).rejects.toBe(failure);
  });

  test('is found by conversion ID and by click ID', async () => {
    const { context, campaignId, record } = await makeTrackedCampaign();
    const visitTime = Date.now() + 60_000;
    const visitId = await record({ outcome: 'paused', config_version: 1, visit_time: visitTime });
    const cells = { workspace_id: context.workspaceId, campaign_id: campaignId, visit_id: visitId };
    const eventId = newId(visitTime + 1_000);
    await insertEventRows(traffic, [
      { type: 'event', id: eventId, time: visitTime + 1_000, visit_time: visitTime, ...cells },
    ]);
    const numbers = await database.inWorkspace(context.workspaceId, (executor) =>
      listCampaignNumbers(executor, context.workspaceId, [campaignId]),
    );
    const campaignNumber = numbers.get(campaignId) ?? 0;
    const decode = (text: string) =>
      text === 'click' ? { visitId, campaignNumber, timeMs: visitTime } : undefined;
    const clickIds = { encode: () => 'click', decode };
    const expected = await explain(context, visitId);
    expect(expected.verdict).toBe('not-routed');
    for (const id of [eventId, 'click'])
      expect(await explain({ ...context, clickIds }, id)).toEqual(expected);
  });

  test("is not available for another workspace's visits", async () => {
    const { record } = await makeTrackedCampaign();
    const id = await record({ config_version: 1 });
    await expect(explainVisit(await makeMember(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
