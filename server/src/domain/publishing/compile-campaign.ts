import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import { readWebAddress } from '@waypost/contract/values/web-address.ts';
import { compileConditions } from '../conditions/index.ts';
import type { CampaignDocument, VisitorCap, Weighted } from './campaign-document.ts';

type PoolItem = { id: string; weight: number; enabled: boolean };

export type CampaignSource = Omit<CampaignDocument, 'format' | 'rules' | 'paths' | 'landings' | 'offers'> & {
  rules: {
    id: string;
    enabled: boolean;
    conditions: ConditionTree | null;
    paths: { pathId: string; weight: number }[];
  }[];
  paths: {
    id: string;
    name: string;
    enabled: boolean;
    hasCaps: boolean;
    visitCaps?: VisitorCap[];
    blocks?: boolean;
    landings: PoolItem[];
    offers: PoolItem[];
  }[];
  landings: (CampaignDocument['landings'][number] & { isActive: boolean })[];
  offers: (CampaignDocument['offers'][number] & { isActive: boolean })[];
};

type Compilation = { ok: true; document: CampaignDocument } | { ok: false; reason: string };

/**
 * Compiles the document for edges, or returns why the campaign cannot be published. In that case, the previous
 * document remains in use.
 */
export function compileCampaign(source: CampaignSource): Compilation {
  const paths = source.paths.filter(({ enabled }) => enabled);
  if (!paths.some(({ id }) => id === source.rotator.defaultPathId))
    return { ok: false, reason: 'the default path is missing or disabled' };
  const broken = [...source.landings, ...source.offers].find(({ url }) => !readWebAddress(url).ok);
  if (broken !== undefined) return { ok: false, reason: `the URL of ${broken.name} is invalid` };
  try {
    return { ok: true, document: buildDocument(source, paths) };
  } catch (error) {
    return { ok: false, reason: `the rules cannot be compiled: ${(error as Error).message}` };
  }
}

function buildDocument(source: CampaignSource, paths: CampaignSource['paths']): CampaignDocument {
  const active = new Set([...source.landings, ...source.offers].filter(isActive).map(({ id }) => id));
  const served = new Set(paths.map(({ id }) => id));
  const usable = (pool: PoolItem[]) => pool.filter(({ id, enabled }) => enabled && active.has(id));
  const rules = source.rules
    .filter(({ enabled }) => enabled)
    .map(({ id, conditions, paths: chosen }) => ({
      id,
      conditions: checkConditions(conditions, source.timezone),
      paths: weigh(drawable(chosen).filter(({ pathId }) => served.has(pathId))),
    }))
    // A rule whose paths are all disabled is left out, so its visitors go to the next rule that matches.
    .filter((rule) => rule.paths.total > 0);
  return {
    ...source,
    format: 1,
    rules,
    paths: paths.map(({ id, name, hasCaps, visitCaps, blocks, landings, offers }) => ({
      id,
      name,
      hasCaps,
      ...(blocks === true ? { blocks } : {}),
      ...(visitCaps === undefined || visitCaps.length === 0 ? {} : { visitCaps }),
      landings: weigh(
        drawable(usable(landings)).map((item) => ({ landingId: item.id, weight: item.weight })),
      ),
      offers: weigh(usable(offers).map((item) => ({ offerId: item.id, weight: item.weight }))),
    })),
    landings: source.landings.filter(isActive).map(({ id, name, url }) => ({ id, name, url })),
    offers: source.offers.filter(isActive).map(describeOffer),
  };
}

function isActive(record: { isActive: boolean }): boolean {
  return record.isActive;
}

function describeOffer(offer: CampaignSource['offers'][number]): CampaignDocument['offers'][number] {
  const { id, name, url, affiliateNetworkId, clickIdParam, payout, cap, shortName } = offer;
  return { id, name, url, affiliateNetworkId, clickIdParam, payout, cap, shortName };
}

// Throws if the conditions cannot be compiled. Edges compile them again when they load the document, so failures must
// be found here.
function checkConditions(conditions: ConditionTree | null, timezone: string): ConditionTree | null {
  compileConditions(conditions, { timezone });
  return conditions;
}

function weigh<Item extends { weight: number }>(items: Item[]): { total: number; items: Item[] } {
  return {
    total: items.reduce((sum, { weight }) => sum + weight, 0),
    items,
  } satisfies Weighted<unknown>;
}

function drawable<Item extends { weight: number }>(items: Item[]): Item[] {
  return items.filter(({ weight }) => weight > 0);
}
