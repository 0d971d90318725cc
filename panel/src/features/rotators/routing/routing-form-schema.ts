import { rotatorFields, type ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import { formatConditions } from '@waypost/contract/conditions/format-conditions.ts';
import { blockPathName } from '@waypost/contract/rotators/path-name.ts';
import { isNewPath, rotatorRoutingInput, defaultWeight } from '@waypost/contract/rotators/rules-input.ts';
import type { RotatorRouting } from '../../../lib/api/api.ts';
import {
  noConditions,
  readConditions,
  writeConditions,
  type GroupNode,
} from '../../../lib/conditions/nodes.ts';
import { newKey } from '../../../lib/forms/list-items.ts';
import type { RecordFormSchema } from '../../../lib/forms/record-form-schema.ts';

type Names = ReadonlyMap<string, string>;

/** Weight in the form. Invalid input is kept as a string, which the contract rejects. */
export type Weight = number | string;

export type RuleValues = {
  /** ID of a saved rule, or a temporary key that starts with `new-`. */
  key: string;
  name: string;
  enabled: boolean;
  conditions: GroupNode;
  paths: { pathId: string; weight: Weight }[];
};

export type PoolItem = { recordId: string; weight: Weight; enabled: boolean };
export type PathCap = { limit: number | string; per: string; counts: string };

export type PathValues = {
  id: string;
  name: string;
  enabled: boolean;
  blocks: boolean;
  caps: PathCap[];
  landings: PoolItem[];
  offers: PoolItem[];
};

export type RoutingValues = { defaultPathId: string; rules: RuleValues[]; paths: PathValues[] };

export const routingFormSchema: RecordFormSchema<RoutingValues, RotatorRouting> = {
  labels: { defaultPathId: 'Default path', rules: 'Rules', paths: 'Paths' },
  empty: { defaultPathId: '', rules: [], paths: [] },
  read: ({ defaultPathId, rules, paths }) => ({
    defaultPathId,
    rules: rules.map(({ id, name, enabled, conditions, paths: ofRule }) => ({
      key: id,
      name,
      enabled,
      conditions: readConditions(conditions as ConditionTree | null),
      paths: ofRule.map(({ pathId, weight }) => ({ pathId, weight })),
    })),
    paths: paths.map(({ landings, offers, caps, ...path }) => ({
      id: path.id,
      name: path.name,
      enabled: path.enabled,
      blocks: path.blocks,
      caps: caps.map(({ limit, per, counts }) => ({ limit, per, counts })),
      landings: landings.map(({ landingId, weight, enabled }) => ({ recordId: landingId, weight, enabled })),
      offers: offers.map(({ offerId, weight, enabled }) => ({ recordId: offerId, weight, enabled })),
    })),
  }),
  write: ({ defaultPathId, rules, paths }) => ({
    defaultPathId,
    rules: rules.map(({ key, conditions, ...rule }) => ({
      ...(isNewPath(key) ? {} : { id: key }),
      ...rule,
      conditions: writeConditions(rotatorFields, conditions),
    })),
    paths: paths.map(writePath),
  }),
  format: (name, value, names) => {
    if (name === 'rules')
      return (value as RuleValues[]).map((rule, at) => formatRule(rule, at, names)).join('\n');
    return name === 'paths'
      ? (value as PathValues[]).map((path) => formatPath(path, names)).join('\n')
      : undefined;
  },
  schema: rotatorRoutingInput,
};

export function writePath({ landings, offers, ...path }: PathValues) {
  return {
    ...path,
    landings: landings.map(({ recordId, ...item }) => ({ landingId: recordId, ...item })),
    offers: offers.map(({ recordId, ...item }) => ({ offerId: recordId, ...item })),
  };
}

function formatRule({ name, enabled, conditions, paths }: RuleValues, at: number, names: Names): string {
  const condition = formatConditions(writeConditions(rotatorFields, conditions), names);
  const weights = paths.map(({ weight }) => weight).join(':');
  return `${at + 1}. ${name}${enabled ? '' : ' (off)'}: ${condition}, ${weights}`;
}

function formatPath({ name, enabled, ...targets }: PathValues, names: Names): string {
  return `${name}${enabled ? '' : ' (off)'}: ${formatTargets(targets, names)}`;
}

export function formatTargets(
  { blocks, landings, offers, caps }: Pick<PathValues, 'blocks' | 'landings' | 'offers' | 'caps'>,
  names: Names,
): string {
  if (blocks) return 'Block: visitors get the block page';
  const name = (items: PoolItem[]) =>
    items.map(({ recordId }) => names.get(recordId) ?? (recordId === '' ? '…' : recordId)).join(', ');
  const to =
    offers.length === 0 && landings.length === 0
      ? 'Empty: visitors go to the fallback URL'
      : [name(landings), name(offers)].filter((part) => part !== '').join(' → ');
  const limits = caps.map(
    ({ limit, counts, per }) => `${limit} ${counts} ${per === 'total' ? 'in total' : `per ${per}`}`,
  );
  return limits.length === 0 ? to : `${to}; capped at ${limits.join(', ')}`;
}

export function newRule({ rules, defaultPathId }: RoutingValues): RuleValues {
  return {
    key: newKey(),
    name: `Rule ${rules.length + 1}`,
    enabled: true,
    conditions: noConditions,
    paths: [{ pathId: defaultPathId, weight: defaultWeight }],
  };
}

export function newPath({ paths }: RoutingValues): PathValues {
  return {
    id: newKey(),
    name: `Path ${paths.length + 1}`,
    enabled: true,
    blocks: false,
    caps: [],
    landings: [],
    offers: [],
  };
}

// Turns visitors away. Such a path has no other destination.
export const blockTargets = { blocks: true, caps: [], landings: [], offers: [] };

export function newBlockPath(): PathValues {
  return { id: newKey(), name: blockPathName, enabled: true, ...blockTargets };
}

/** Returns the share of each item in percent. Disabled items and items with invalid weights have a share of 0. */
export function sharesOf(parts: readonly { weight: Weight; enabled?: boolean }[]): number[] {
  const weights = parts.map(({ weight, enabled }) =>
    enabled === false || typeof weight !== 'number' || weight < 0 ? 0 : weight,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total === 0 ? 0 : (weight / total) * 100));
}
