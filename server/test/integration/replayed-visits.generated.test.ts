import { visitExplanation, type VisitExplanation } from '@waypost/contract/visit-explanation.ts';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { explainVisit as explainVisitTool } from '../../src/agents/tools/explain-visit.ts';
import { requiredAttributes, RecordedFacts, recordedParams } from '../../src/domain/replay/recorded-facts.ts';
import { replayVisit } from '../../src/domain/replay/replay-visit.ts';
import type { ServedCampaign } from '../../src/edge/snapshot/served-campaign.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { explainVisit } from '../../src/services/rotators/evaluation/explain-visit.ts';
import { updateRotatorSettings } from '../../src/services/rotators/rotator-settings.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { openAttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { lightStores } from '../../src/testing/machine.ts';
import { pipelineClient, type PipelineClient } from '../../src/testing/pipeline/pipeline-actions.ts';
import { openPipelineLab } from '../../src/testing/pipeline/pipeline-lab.ts';
import { describeRequest, keptCookie } from '../../src/testing/pipeline/pipeline-requests.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

// Failures report the seed that reproduces them.
const seed = Number(process.env['REPLAY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const rotators = rounds(4, 40);
const visitsEach = 40;
const explainedEach = rounds(8, 40);

const condition = fc.oneof(
  fc.record({
    field: fc.constant('country'),
    op: fc.constantFrom('is', 'isNot'),
    values: fc.constant(['DE']),
  }),
  fc.record({
    field: fc.constantFrom('continent'),
    op: fc.constant('is'),
    values: fc.constantFrom(['EU'], ['unknown']),
  }),
  fc.record({
    field: fc.constant('deviceType'),
    op: fc.constantFrom('is', 'isNot'),
    values: fc.constantFrom(['mobile'], ['desktop', 'tv']),
  }),
  fc.record({ field: fc.constant('browserVersion'), op: fc.constant('gt'), values: fc.constant(['121']) }),
  fc.record({ field: fc.constant('language'), op: fc.constant('is'), values: fc.constant(['de']) }),
  fc.record({
    field: fc.constantFrom('token1', 'param.token1'),
    op: fc.constant('is'),
    values: fc.constantFrom(['plain'], ['0'], ['a b']),
  }),
  fc.record({ field: fc.constant('param.click'), op: fc.constant('is'), values: fc.constant(['c-1']) }),
  fc.record({
    field: fc.constantFrom('userAgent', 'referrer'),
    op: fc.constantFrom('contains', 'startsWith'),
    values: fc.constantFrom(['Mobile'], ['news'], ['https']),
  }),
  fc.record({ field: fc.constant('ip'), op: fc.constant('in'), values: fc.constant(['192.0.0.0/4']) }),
  fc.record({
    field: fc.constant('referrerDomain'),
    op: fc.constant('is'),
    values: fc.constant(['news.example']),
  }),
  fc.record({ field: fc.constant('bot'), op: fc.constant('is'), values: fc.constantFrom([true], [false]) }),
  fc.record({ field: fc.constant('prefetch'), op: fc.constant('is'), values: fc.constant([true]) }),
  fc.record({ field: fc.constant('datacenter'), op: fc.constant('is'), values: fc.constant([false]) }),
  fc.record({
    field: fc.constant('unique'),
    op: fc.constantFrom('is', 'isNot'),
    values: fc.constantFrom(['campaign'], ['workspace']),
  }),
  fc.record({ field: fc.constant('hourOfDay'), op: fc.constant('gt'), values: fc.constantFrom([6], [18]) }),
);
const conditions = fc.option(
  fc.oneof(
    condition,
    fc.array(condition, { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(condition, { minLength: 2, maxLength: 3 }).map((any) => ({ any })),
    condition.map((not) => ({ not })),
  ),
  { freq: 8 },
);
const weight = fc.integer({ min: 0, max: 5 });
/** Fields that the edge knows but that are not stored in the visit's row. */
const notRecorded = ['param.click', 'ip', 'unique', 'continent'];
// Pool that is empty or has at least one positive weight.
const pool = fc
  .array(weight, { minLength: 3, maxLength: 3 })
  .map((weights) => (weights.some((share) => share > 0) ? weights : []));
const plan = fc.record({
  paths: fc.array(fc.record({ landings: pool, offers: pool }), { minLength: 3, maxLength: 3 }),
  rules: fc.array(
    fc.record({
      conditions,
      paths: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }),
    }),
    { maxLength: 6 },
  ),
  sticky: fc.record({ sticky: fc.boolean(), stickyLanding: fc.boolean(), stickyOffer: fc.boolean() }),
});
const person = fc.record({
  client: pipelineClient,
  token: fc.constantFrom('', 'plain', '0', 'a+b', '%7Bsubid%7D'),
  click: fc.constantFrom('', 'c-1'),
});

async function openSetup(store: (typeof lightStores)[number]) {
  const lab = await openAttributionLab(store);
  onTestFinished(() => lab.close());
  const pipeline = await openPipelineLab(lab);
  const context = await makeWorkspace(lab.database, () => new Date(lab.clock.ms));
  const campaign = await makeCampaign(context);
  const page = { name: 'X', url: 'https://example.com/?c={clickid}' };
  const ids = { landings: [] as string[], offers: [] as string[] };
  for (let at = 0; at < 3; at += 1) {
    ids.landings.push((await createLanding(context, page)).id);
    ids.offers.push((await createOffer(context, page)).id);
  }
  return { lab, pipeline, context, campaign, ids };
}
type Setup = Awaited<ReturnType<typeof openSetup>>;
type Plan = ReturnType<
  typeof fc.sample<typeof plan extends fc.Arbitrary<infer Value> ? Value : never>
>[number];

async function saveAndServe(
  { pipeline, context, campaign, ids }: Setup,
  sample: Plan,
): Promise<ServedCampaign> {
  const { rotatorId } = campaign;
  await updateRotatorSettings(context, rotatorId, sample.sticky);
  const { version, defaultPathId } = await getRotatorRules(context, rotatorId);
  const pathIds = [defaultPathId, 'new-1', 'new-2'];
  await saveRotatorRules(context, rotatorId, {
    version,
    defaultPathId,
    rules: sample.rules.map(({ conditions: tree, paths }, at) => ({
      name: `Rule ${at}`,
      conditions: tree,
      paths: paths.map((share, path) => ({ pathId: pathIds[path], weight: share })),
    })),
    paths: sample.paths.map(({ landings, offers }, path) => ({
      id: pathIds[path],
      name: `Path ${path}`,
      landings: landings.map((share, at) => ({ landingId: ids.landings[at], weight: share })),
      offers: offers.map((share, at) => ({ offerId: ids.offers[at], weight: share })),
    })),
  });
  await waitUntil(async () => (await pipeline.publish()).has(campaign.id));
  const served = pipeline.edge.parts.snapshot.find(campaign.id);
  if (served === undefined) throw new Error('campaign is not served');
  return served;
}

async function visit(
  { lab, pipeline, campaign }: Setup,
  cookieJars: Map<number, string>,
  { client, token, click }: { client: PipelineClient; token: string; click: string },
): Promise<void> {
  lab.clock.ms += 3;
  const request = describeRequest(client, cookieJars.get(client.jar));
  const answer = await pipeline.edge.send(`/c/${campaign.id}?token1=${token}&click=${click}`, request);
  cookieJars.set(client.jar, keptCookie(answer));
}

/** Explains some visits to a member, who may read personal data, and to an AI agent, which may not. */
async function expectExplained(
  { lab, context, campaign }: Setup,
  visitIds: readonly string[],
): Promise<void> {
  const member = {
    ...context,
    actor: { type: 'user', id: campaign.id, label: 'member', role: 'member' } as const,
    traffic: lab.traffic,
    clickIds: lab.worker.clickIds ?? missingPart('click ids'),
  };
  const agent = { ...member, actor: { type: 'agent', id: campaign.id, label: 'agent' } as const };
  const verdicts = new Map<string, number>();
  for (const id of visitIds)
    for (const reader of [member, agent]) {
      const explanation = await explainVisit(reader, id);
      expect(visitExplanation.parse(explanation)).toEqual(explanation);
      expectRecordedRuleToMatch(explanation);
      const key = `${reader.actor.type} ${explanation.verdict}`;
      verdicts.set(key, (verdicts.get(key) ?? 0) + 1);
      if (reader === member) continue;
      const { data } = await explainVisitTool.run(reader as never, { id } as never);
      expect(data).toMatchObject({ rules: explanation, rulesNote: explanation.note });
    }
  expect(verdicts.get('user agrees')).toBeGreaterThan(0);
  expect([...verdicts.keys()].some((key) => key.endsWith('contradicts'))).toBe(false);
}

function expectRecordedRuleToMatch({
  recorded,
  verdict,
  usesDecidingRules,
  evaluation,
}: VisitExplanation): void {
  expect(usesDecidingRules).toBe(true);
  expect(verdict).toMatch(/^(?:agrees|undetermined)$/);
  const rules = evaluation?.rules.filter(({ isServed }) => isServed) ?? [];
  const at = recorded.ruleId === null ? rules.length : rules.findIndex(({ id }) => id === recorded.ruleId);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(rules.slice(0, at).filter(({ holds }) => holds === true)).toEqual([]);
  expect(rules[at]?.holds ?? null).not.toBe(false);
  const unknown = rules.slice(0, at + 1).filter(({ holds }) => holds === null);
  expect(verdict).toBe(unknown.length === 0 ? 'agrees' : 'undetermined');
  expect(evaluation?.ruleId).toBe(recorded.ruleId);
  const path = evaluation?.paths.find(({ id }) => id === recorded.pathId);
  expect(path?.share).toBeGreaterThan(0);
}

function missingPart(name: string): never {
  throw new Error(`missing ${name}`);
}

describeLightStores('replayed visits in %s', (store) => {
  test(`get the same rule, path, landing page and offer as recorded (seed ${seed})`, async () => {
    const all = await openSetup(store);
    const { lab, pipeline, context, campaign } = all;
    const cookieJars = new Map<number, string>();
    const served: { campaign: ServedCampaign; fromMs: number; untilMs: number }[] = [];
    for (const [at, sample] of fc.sample(plan, { seed, numRuns: rotators }).entries()) {
      const fromMs = lab.clock.ms + 1;
      const now = await saveAndServe(all, sample);
      for (const one of fc.sample(person, { seed: seed + at, numRuns: visitsEach }))
        await visit(all, cookieJars, one);
      served.push({ campaign: now, fromMs, untilMs: lab.clock.ms + 1 });
      lab.clock.ms += 5 * 3_600_000;
    }
    await pipeline.settle();
    const outcomes = new Set<string>();
    const explained: string[] = [];
    for (const { campaign: then, fromMs, untilMs } of served) {
      const params = recordedParams(then.document.source);
      const facts = new RecordedFacts({
        hasAddresses: false,
        paramsOf: new Map([[campaign.id, params]]),
      });
      const attributes = requiredAttributes(
        then.document.rules.map((rule) => rule.conditions),
        [params],
      );
      const request = { workspaceId: context.workspaceId, rotatorId: campaign.rotatorId, fromMs, untilMs };
      const visits = await lab.traffic.readDecided(
        { ...request, withBots: true },
        { attributes, hashBound: 2 ** 32 },
      );
      expect(visits).toHaveLength(visitsEach);
      explained.push(...visits.slice(0, explainedEach).map(({ visitId }) => visitId));
      const { sticky: path, stickyLanding = false, stickyOffer = false } = then.document.rotator;
      const stickiness = { path, landing: stickyLanding, offer: stickyOffer };
      for (const one of visits) {
        const replayed = replayVisit(then.routing, one, {
          facts,
          drawHash: pipeline.edge.parts.drawHash,
          stickiness,
        });
        if (facts.unrecorded !== undefined) {
          expect(notRecorded).toContain(facts.unrecorded);
          continue;
        }
        expect({
          ruleId: replayed.ruleId,
          pathId: replayed.path.id,
          landingId: replayed.landing?.id ?? null,
          offerId: replayed.offer?.id ?? null,
        }).toEqual({
          ruleId: one.ruleId,
          pathId: one.pathId,
          landingId: one.landingId,
          offerId: one.offerId,
        });
        outcomes.add(`${one.pathId} ${one.landingId} ${one.offerId} ${one.isSticky}`);
      }
    }
    // Checks that the sample contains different decisions.
    expect(outcomes.size).toBeGreaterThan(rotators);
    await expectExplained(all, explained);
  });
});
