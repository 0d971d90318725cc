import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import type { EvaluationInput } from '@waypost/contract/rotators/evaluation.ts';
import { isNewPath, type RotatorRules, type RotatorRulesInput } from '@waypost/contract/rotators/rotators.ts';
import { rotatorSettingsDefaults, type RotatorSettings } from '@waypost/contract/accounts/settings.ts';
import type { CampaignDocument } from '../../../domain/publishing/campaign-document.ts';
import type { CampaignSource } from '../../../domain/publishing/compile-campaign.ts';
import { noId } from '../../../domain/traffic/cells.ts';
import { WaypostError } from '../../../platform/errors.ts';
import { findWorkspace } from '../../../store/accounts/workspaces.ts';
import type { Executor } from '../../../store/database/database.ts';
import { listFullRecordIds } from '../../../store/publishing/caps.ts';
import { readCampaignSources } from '../../../store/records/campaign-sources.ts';
import { readLandings, readOffers } from '../../../store/records/destinations.ts';
import { listOwnPathIds } from '../../../store/records/rotator-paths.ts';
import { readRotatorRules } from '../../../store/records/rotator-rules.ts';
import { findRotatorSettings } from '../../../store/records/rotators.ts';
import { invalidInput } from '../../parse-input.ts';
import { refuseMissing } from '../../refuse-missing.ts';
import { poolItemsOf } from '../lock-pools.ts';
import { findForeignIds } from '../resolve-rotator-rules.ts';
import { presentRotatorRules } from '../rotator-rules.ts';
import type { DecidingRotator } from './read-deciding-rotators.ts';

export type EvaluationSubject = {
  rules: RotatorRules;
  rotatorVersion: number | null;
  /** Published document that routed a recorded visit. Undefined if the rules are compiled for this evaluation. */
  document: CampaignDocument | undefined;
  /** Input for the compiler. Other fields of a campaign do not affect routing. */
  source: Pick<CampaignSource, 'timezone' | 'currency' | 'rules' | 'paths' | 'landings' | 'offers'> & {
    rotator: Pick<CampaignSource['rotator'], 'id' | 'name' | 'version' | 'defaultPathId'>;
  };
  campaign: Pick<CampaignSource, 'campaign' | 'source' | 'maxCostPerVisit'> | undefined;
  kept: KeptIds;
  full: ReadonlySet<string>;
};

export type KeptIds = Record<'path' | 'landing' | 'offer', string | undefined>;

type SubjectRequest = {
  rotatorId: string | undefined;
  given: EvaluationInput;
  decidedBy?: DecidingRotator | undefined;
  /** True if the visit has already happened. Current caps do not apply to such a visit. */
  isRecorded?: boolean;
};

export async function readEvaluationSubject(
  executor: Executor,
  workspaceId: string,
  { rotatorId, given, decidedBy, isRecorded = false }: SubjectRequest,
): Promise<EvaluationSubject> {
  const { rotator, saved } =
    rotatorId === undefined ? unsaved : await readSaved(executor, workspaceId, rotatorId);
  const { timezone, currency } = (await findWorkspace(executor, workspaceId)) ?? refuseMissing('workspace');
  const rules = given.draft
    ? await readDraft(executor, workspaceId, { rotatorId: rotator.id, saved, draft: given.draft })
    : (decidedBy?.rules ?? saved);
  const destinations = asServed(await readDestinations(executor, workspaceId, rules), decidedBy?.document);
  const { version, defaultPathId } = rules;
  return {
    rules,
    rotatorVersion: given.draft ? null : version,
    document: decidedBy?.document,
    source: {
      timezone: decidedBy?.document.timezone ?? timezone,
      currency,
      rotator: { id: rotator.id, name: rotator.name, version, defaultPathId },
      ...toSource(rules),
      ...destinations,
    },
    campaign:
      decidedBy?.document ??
      (await readCampaign(executor, workspaceId, given.campaignId ?? undefined, { isRecorded })),
    kept: keptIds(decidedBy?.settings ?? rotator, given.earlier ?? {}),
    full: new Set(isRecorded ? [] : await listFullRecordIds(executor, workspaceId)),
  };
}

// Defaults of a new rotator, without IDs that a draft could refer to.
const unsaved: { rotator: RotatorSettings & { id: string; name: string }; saved: RotatorRules } = {
  rotator: { id: noId, name: '', ...rotatorSettingsDefaults },
  saved: { version: 1, defaultPathId: noId, rules: [], paths: [] },
};

async function readSaved(
  executor: Executor,
  workspaceId: string,
  rotatorId: string,
): Promise<typeof unsaved> {
  const rotator = (await findRotatorSettings(executor, workspaceId, rotatorId)) ?? refuseMissing('rotator');
  const rows = await readRotatorRules(executor, workspaceId, rotator.id);
  return { rotator, saved: presentRotatorRules(rows ?? refuseMissing('rotator')) };
}

/** Reads a draft. New items keep their IDs from the draft, so that the caller can match the result with them. */
async function readDraft(
  executor: Executor,
  workspaceId: string,
  { rotatorId, saved, draft }: { rotatorId: string; saved: RotatorRules; draft: RotatorRulesInput },
): Promise<RotatorRules> {
  const named = draft.paths.flatMap(({ id }) => (typeof id === 'string' && !isNewPath(id) ? [id] : []));
  const issues = findForeignIds(draft, {
    ruleIds: new Set(saved.rules.map(({ id }) => id)),
    pathIds: new Set(await listOwnPathIds(executor, workspaceId, rotatorId, named)),
  });
  if (issues.length > 0)
    throw invalidInput(issues.map(({ path, message }) => ({ path: `draft.${path}`, message })));
  return {
    ...draft,
    rules: draft.rules.map(({ id, name, enabled, conditions, paths }, at) => ({
      id: id ?? `new-rule-${at + 1}`,
      priority: at + 1,
      name,
      enabled,
      conditions,
      paths,
    })),
    paths: draft.paths.map(({ id, ...path }, at) => ({ ...path, id: id ?? `new-path-${at + 1}` })),
  };
}

async function readDestinations(
  executor: Executor,
  workspaceId: string,
  { paths }: RotatorRules,
): Promise<Pick<CampaignSource, 'landings' | 'offers'>> {
  const [landingIds, offerIds] = (['landings', 'offers'] as const).map((kind) => [
    ...new Set(poolItemsOf(paths, kind).map(({ itemId }) => itemId)),
  ]) as [string[], string[]];
  const landings = await readLandings(executor, workspaceId, landingIds);
  const offers = await readOffers(executor, workspaceId, offerIds);
  const known = new Set([...landings, ...offers].map(({ id }) => id));
  const missing = [...landingIds, ...offerIds].filter((id) => !known.has(id));
  if (missing.length > 0)
    throw new WaypostError('NOT_FOUND', 'Some of the landing pages or offers were not found', {
      details: { missing },
    });
  return { landings, offers };
}

/** Uses the published names and URLs, and the current values of the fields that the published document leaves out. */
function asServed(
  current: Pick<CampaignSource, 'landings' | 'offers'>,
  document: CampaignDocument | undefined,
): Pick<CampaignSource, 'landings' | 'offers'> {
  if (document === undefined) return current;
  const [landings, offers] = [document.landings, document.offers].map(
    (items) => new Map(items.map(({ id, name, url }) => [id, { name, url, isActive: true }])),
  );
  return {
    landings: current.landings.map((landing) => ({ ...landing, ...landings?.get(landing.id) })),
    offers: current.offers.map((offer) => ({ ...offer, ...offers?.get(offer.id) })),
  };
}

function toSource({ rules, paths }: RotatorRules): Pick<CampaignSource, 'rules' | 'paths'> {
  return {
    rules: rules.map((rule) => ({ ...rule, conditions: rule.conditions as ConditionTree | null })),
    paths: paths.map(({ caps, landings, offers, ...path }) => ({
      ...path,
      hasCaps: caps.length > 0,
      landings: landings.map(({ landingId, ...item }) => ({ id: landingId, ...item })),
      offers: offers.map(({ offerId, ...item }) => ({ id: offerId, ...item })),
    })),
  };
}

function keptIds(
  { sticky, stickyLanding, stickyOffer }: RotatorSettings,
  earlier: NonNullable<EvaluationInput['earlier']>,
): KeptIds {
  return {
    path: sticky ? (earlier.pathId ?? undefined) : undefined,
    landing: stickyLanding ? (earlier.landingId ?? undefined) : undefined,
    offer: stickyOffer ? (earlier.offerId ?? undefined) : undefined,
  };
}

async function readCampaign(
  executor: Executor,
  workspaceId: string,
  campaignId: string | undefined,
  { isRecorded }: { isRecorded: boolean },
): Promise<EvaluationSubject['campaign']> {
  if (campaignId === undefined) return undefined;
  const [input] = await readCampaignSources(executor, workspaceId, [campaignId]);
  // The campaign of a recorded visit may have been archived after the visit.
  return input?.source ?? (isRecorded ? undefined : refuseMissing('campaign'));
}
