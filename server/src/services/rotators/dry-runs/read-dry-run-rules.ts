import type { RotatorRules, RotatorRulesInput } from '@waypost/contract/rotators/rotators.ts';
import type { VisitAttribute } from '@waypost/contract/visits/visit-attributes.ts';
import { compileCampaign, type CampaignSource } from '../../../domain/publishing/compile-campaign.ts';
import type { DecidedVisit } from '../../../domain/replay/decided-visit.ts';
import { requiredAttributes, RecordedFacts, recordedParams } from '../../../domain/replay/recorded-facts.ts';
import { replayVisit } from '../../../domain/replay/replay-visit.ts';
import { loadRouting, type Hash32, type Route } from '../../../domain/routing/index.ts';
import type { Executor } from '../../../store/database/database.ts';
import { readRecordingSettings } from '../../../store/runs/recording.ts';
import { findRotatorSettings } from '../../../store/records/rotators.ts';
import type { WorkspaceContext } from '../../context.ts';
import type { WithTraffic } from '../../tools.ts';
import { invalidInput } from '../../parse-input.ts';
import { refuseMissing } from '../../refuse-missing.ts';
import { requireDrawHash } from '../../require-edge-tools.ts';
import { readEvaluationSubject } from '../evaluation/read-evaluation-subject.ts';

/** Returns the route of a visit, or the unrecorded field that the route depends on. */
export type Decide = (visit: DecidedVisit) => Route | string;

export type DryRunRules = {
  draft: Decide;
  /** Undefined if the dry run uses the saved rules, or if the saved rules cannot be published. */
  saved: Decide | undefined;
  attributes: VisitAttribute[];
  named: Pick<RotatorRules, 'rules' | 'paths'>[];
};

/** Compiles the rules in the same way as publishing, and rejects rules that cannot be published. */
export async function readDryRunRules(
  executor: Executor,
  context: WorkspaceContext & WithTraffic,
  { rotatorId, draft }: { rotatorId: string; draft: RotatorRulesInput | undefined },
): Promise<DryRunRules> {
  const { workspaceId } = context;
  const drawHash = requireDrawHash(context);
  const settings = (await findRotatorSettings(executor, workspaceId, rotatorId)) ?? refuseMissing('rotator');
  const { addressPrivacy, sources } = await readRecordingSettings(executor, workspaceId);
  const params = new Map(sources.map((source) => [source.campaignId, recordedParams(source)]));
  const { sticky: path, stickyLanding: landing, stickyOffer: offer } = settings;
  const decider = createDecider({
    drawHash,
    facts: new RecordedFacts({ hasAddresses: addressPrivacy === 'full', paramsOf: params }),
    stickiness: { path, landing, offer },
  });
  const read = (given: { draft?: RotatorRulesInput }) =>
    readEvaluationSubject(executor, workspaceId, { rotatorId, given });
  const saved = await read({});
  const requested = draft === undefined ? saved : await read({ draft });
  const compiled = compileCampaign(requested.source as CampaignSource);
  if (!compiled.ok)
    throw invalidInput([{ path: 'draft', message: `cannot be published: ${compiled.reason}` }]);
  const before = draft === undefined ? undefined : compileCampaign(saved.source as CampaignSource);
  const conditions = [requested, saved].flatMap(({ source }) => source.rules.map((rule) => rule.conditions));
  return {
    draft: decider(loadRouting(compiled.document)),
    saved: before?.ok === true ? decider(loadRouting(before.document)) : undefined,
    attributes: requiredAttributes(conditions, params.values()),
    named: [saved.rules, requested.rules],
  };
}

type Tools = Parameters<typeof replayVisit>[2] & { drawHash: Hash32 };

function createDecider(tools: Tools): (routing: ReturnType<typeof loadRouting>) => Decide {
  return (routing) => (visit) => {
    const decided = replayVisit(routing, visit, tools);
    return tools.facts.unrecorded ?? decided;
  };
}
