import type { RotatorRules, RotatorRulesInput } from '@waypost/contract/rotators.ts';
import type { VisitAttribute } from '@waypost/contract/visit-attributes.ts';
import { compileCampaign, type CampaignSource } from '../../../domain/publishing/compile-campaign.ts';
import type { DecidedVisit } from '../../../domain/replay/decided-visit.ts';
import { attributesAsked, RecordedFacts, recordedParams } from '../../../domain/replay/recorded-facts.ts';
import { replayVisit } from '../../../domain/replay/replay-visit.ts';
import { loadRouting, type Hash32, type Route } from '../../../domain/routing/index.ts';
import type { Executor } from '../../../store/database/database.ts';
import { readRecording } from '../../../store/runs/recording.ts';
import { findRotatorSettings } from '../../../store/records/rotators.ts';
import type { WorkspaceContext } from '../../context.ts';
import { invalidInput } from '../../parse-input.ts';
import { refuseMissing } from '../../records/record-kind.ts';
import { requireDrawHash } from '../../require-traffic.ts';
import { readEvaluationSubject } from '../evaluation/read-evaluation-subject.ts';

/** Where rules send a visit, or the field by whose name it cannot be known. */
export type Decide = (visit: DecidedVisit) => Route | string;

export type DryRunRules = {
  draft: Decide;
  /** Undefined where it is the saved rules that are run, or these cannot be published. */
  saved: Decide | undefined;
  /** What has to be read of visits for both. */
  attributes: VisitAttribute[];
  /** All rules and paths that have a name in one of them. */
  named: Pick<RotatorRules, 'rules' | 'paths'>[];
};

/** The rules of a dry run, compiled as they are published. Refused where that is not possible. */
export async function readDryRunRules(
  executor: Executor,
  context: WorkspaceContext,
  { rotatorId, draft }: { rotatorId: string; draft: RotatorRulesInput | undefined },
): Promise<DryRunRules> {
  const { workspaceId } = context;
  const drawHash = requireDrawHash(context);
  const settings = (await findRotatorSettings(executor, workspaceId, rotatorId)) ?? refuseMissing('rotator');
  const { addressPrivacy, sources } = await readRecording(executor, workspaceId);
  const params = new Map(sources.map((source) => [source.campaignId, recordedParams(source)]));
  const { sticky: path, stickyLanding: landing, stickyOffer: offer } = settings;
  const decider = deciderOf({
    drawHash,
    facts: new RecordedFacts({ hasAddresses: addressPrivacy === 'full', paramsOf: params }),
    stickiness: { path, landing, offer },
  });
  const read = (given: { draft?: RotatorRulesInput }) =>
    readEvaluationSubject(executor, workspaceId, { rotatorId, given });
  const saved = await read({});
  const asked = draft === undefined ? saved : await read({ draft });
  const compiled = compileCampaign(asked.source as CampaignSource);
  if (!compiled.ok)
    throw invalidInput([{ path: 'draft', message: `cannot be published: ${compiled.reason}` }]);
  const before = draft === undefined ? undefined : compileCampaign(saved.source as CampaignSource);
  const conditions = [asked, saved].flatMap(({ source }) => source.rules.map((rule) => rule.conditions));
  return {
    draft: decider(loadRouting(compiled.document)),
    saved: before?.ok === true ? decider(loadRouting(before.document)) : undefined,
    attributes: attributesAsked(conditions, params.values()),
    named: [saved.rules, asked.rules],
  };
}

type Tools = Parameters<typeof replayVisit>[2] & { drawHash: Hash32 };

function deciderOf(tools: Tools): (routing: ReturnType<typeof loadRouting>) => Decide {
  return (routing) => (visit) => {
    const decided = replayVisit(routing, visit, tools);
    return tools.facts.unrecorded ?? decided;
  };
}
