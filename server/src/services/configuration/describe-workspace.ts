import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import type { GoalRule } from '@waypost/contract/goals/goals.ts';
import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { giveKeys } from '../../domain/configuration/give-keys.ts';
import type { OfferRow } from '../../store/records/offers.ts';
import { replaceInTree } from './condition-names.ts';
import type {
  CampaignEntry,
  Entries,
  GoalEntry,
  OfferEntry,
  RotatorEntry,
  Routing,
  Settings,
} from './entries.ts';
import { kinds, type Kind } from './kinds.ts';
import type { ConfiguredRotator, WorkspaceRows } from './read-workspace.ts';

export type KnownRecord<Name extends Kind = Kind> = { id: string; entry: Entries[Name] };

export type DescribedWorkspace = {
  settings: Settings;
  records: { [Name in Kind]: Map<string, KnownRecord<Name>> };
  verifiedHosts: Set<string>;
};

/**
 * Describes the workspace as entries. Active records get their keys first, so that archived records do not affect these
 * keys.
 */
export function describeWorkspace(
  rows: WorkspaceRows,
  { includeArchived }: { includeArchived: boolean },
): DescribedWorkspace {
  const names: Names = new Map();
  for (const kind of kinds) nameRecords(names, rows[kind].map(toNamed), includeArchived);
  const describe = <Row extends { id: string }, Name extends Kind>(
    of: Row[],
    build: (row: Row, key: string) => Entries[Name],
  ) =>
    inOrder(
      of.flatMap((row) => {
        const key = names.get(row.id);
        return key === undefined ? [] : [{ id: row.id, entry: build(row, key) }];
      }),
    );
  const keyOf = (id: string) => names.get(id) ?? id;
  const tagsOf = ({ id }: { id: string }) => rows.tags.get(id) ?? [];
  return {
    settings: rows.settings,
    verifiedHosts: new Set(
      rows.domains
        .filter(({ status, verification }) => status === 'active' && verification === 'verified')
        .map(({ host }) => host),
    ),
    records: {
      affiliateNetworks: describe(rows.affiliateNetworks, (row, key) => ({
        key,
        tags: tagsOf(row),
        ...withoutIdentity(row),
      })),
      trafficSources: describe(rows.trafficSources, (row, key) => ({
        key,
        tags: tagsOf(row),
        ...withoutIdentity(row),
      })),
      landings: describe(rows.landings, (row, key) => ({ key, tags: tagsOf(row), ...withoutIdentity(row) })),
      offers: describe(rows.offers, (row, key) => ({ ...describeOffer(row, key, keyOf), tags: tagsOf(row) })),
      rotators: describe(rows.rotators, (row, key) => ({
        ...describeRotator(row, key, keyOf),
        tags: tagsOf(row),
      })),
      domains: describe(rows.domains, ({ host, status }) => ({ key: host, name: host, status })),
      campaigns: describe(rows.campaigns, (row, key) => ({
        ...describeCampaign(row, key, keyOf),
        tags: tagsOf(row),
      })),
    },
  };
}

type Names = Map<string, string>;
type Named = { id: string; name: string; isArchived: boolean };

function toNamed(row: { id: string; status: string } & ({ name: string } | { host: string })): Named {
  return {
    id: row.id,
    name: 'host' in row ? row.host : row.name,
    isArchived: row.status === 'archived',
  };
}

function nameRecords(names: Names, records: Named[], includeArchived: boolean): void {
  const active = records.filter(({ isArchived }) => !isArchived);
  const archived = includeArchived ? records.filter(({ isArchived }) => isArchived) : [];
  const activeKeys = giveKeys(active.map(({ name }) => name));
  const archivedKeys = giveKeys(
    archived.map(({ name }) => name),
    activeKeys,
  );
  for (const [index, { id }] of [...active, ...archived].entries())
    names.set(id, [...activeKeys, ...archivedKeys][index] ?? id);
}

function inOrder<Name extends Kind>(records: KnownRecord<Name>[]): Map<string, KnownRecord<Name>> {
  const sorted = records.toSorted(({ entry: one }, { entry: other }) => compareText(one.name, other.name));
  return new Map(sorted.map((record) => [record.entry.key, record]));
}

/** Compares strings by code unit, so that the order does not depend on the locale. */
function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

type KeyOf = (id: string) => string;

function withoutIdentity<Row extends { id: string; version: number; createdAt: Date }>(
  row: Row,
): Omit<Row, 'id' | 'version' | 'createdAt'> {
  const { id: _id, version: _version, createdAt: _createdAt, ...fields } = row;
  return fields;
}

function describeOffer(row: OfferRow, key: string, keyOf: KeyOf): Omit<OfferEntry, 'tags'> {
  const { name, affiliateNetworkId, url, country, payout, caps, overflowOfferId, shortName, status } = row;
  const keyOrNull = (id: string | null) => (id === null ? null : keyOf(id));
  const affiliateNetwork = keyOrNull(affiliateNetworkId);
  const overflowOffer = keyOrNull(overflowOfferId);
  return { key, name, affiliateNetwork, url, country, payout, caps, overflowOffer, shortName, status };
}

function describeRotator(row: ConfiguredRotator, key: string, keyOf: KeyOf): Omit<RotatorEntry, 'tags'> {
  const { name, shared, sticky, stickyLanding, stickyOffer, stickyDays, country, status } = row;
  const settings = { sticky, stickyLanding, stickyOffer, stickyDays };
  return { key, name, shared, ...settings, country, status, ...describeRouting(row.rules, keyOf) };
}

function describeRouting(rules: RotatorRules, keyOf: KeyOf): Routing {
  const pathKeys = giveKeys(rules.paths.map(({ name }) => name));
  const pathNames = new Map(rules.paths.map(({ id }, index) => [id, pathKeys[index] ?? id]));
  const pathKeyOf = (id: string) => pathNames.get(id) ?? id;
  return {
    defaultPath: pathKeyOf(rules.defaultPathId),
    paths: rules.paths.map(({ id, name, enabled, blocks, caps, landings, offers }) => ({
      key: pathKeyOf(id),
      name,
      enabled,
      blocks,
      caps,
      landings: landings.map(({ landingId, ...item }) => ({ landing: keyOf(landingId), ...item })),
      offers: offers.map(({ offerId, ...item }) => ({ offer: keyOf(offerId), ...item })),
    })),
    rules: rules.rules.map(({ name, enabled, conditions, paths }) => ({
      name,
      enabled,
      conditions: describeConditions(conditions, keyOf),
      paths: paths.map(({ pathId, weight }) => ({ path: pathKeyOf(pathId), weight })),
    })),
  };
}

/** Replaces IDs in conditions with keys. These IDs are not validated, so unknown IDs are written unchanged. */
function describeConditions(conditions: Record<string, unknown> | null, keyOf: KeyOf): ConditionTree | null {
  return replaceInTree(conditions as ConditionTree | null, (_kind, id) => keyOf(id));
}

function describeCampaign(
  row: WorkspaceRows['campaigns'][number],
  key: string,
  keyOf: KeyOf,
): Omit<CampaignEntry, 'tags'> {
  const { name, status, country, attributionDays, passParameters, fallbackUrl, postbackUrl } = row;
  return {
    key,
    name,
    status,
    trafficSource: keyOf(row.trafficSourceId),
    rotator: keyOf(row.rotatorId),
    country,
    cost: { mode: row.costMode, amount: Number(row.costAmount) },
    tracking: {
      method: row.trackingMethod,
      domain: row.domainId === null ? null : keyOf(row.domainId),
      includePrefetch: row.includePrefetch,
    },
    attributionDays,
    passParameters,
    fallbackUrl,
    postbackUrl,
    goals: row.goals.map((goal) => describeGoal(goal, keyOf)),
  };
}

function describeGoal({ label, enabled, conditions, actions }: GoalRule, keyOf: KeyOf): GoalEntry {
  return { label, enabled, conditions: describeConditions(conditions, keyOf), actions };
}
