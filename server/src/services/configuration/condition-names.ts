import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import type { Kind } from './kinds.ts';

const recordFields: Readonly<Record<string, Kind>> = {
  trafficSource: 'trafficSources',
  campaign: 'campaigns',
  offer: 'offers',
};

type ConditionPath = (string | number)[];
type ReplaceRecord = (kind: Kind, value: string, path: ConditionPath) => string;

// Greater than the nesting depth that the schema allows. Deeper conditions stay unchanged, and the schema rejects them.
const depthMax = 16;

export function replaceRecords(input: unknown, replace: ReplaceRecord, path: ConditionPath = []): unknown {
  if (path.length > depthMax || typeof input !== 'object' || input === null || Array.isArray(input))
    return input;
  const node = input as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      const at = [...path, name];
      if ((name === 'all' || name === 'any') && Array.isArray(value))
        return [name, value.map((child, index) => replaceRecords(child, replace, [...at, index]))];
      if (name === 'not') return [name, replaceRecords(value, replace, at)];
      const kind = recordKindOf(node['field']);
      if (name !== 'values' || kind === undefined || !Array.isArray(value)) return [name, value];
      return [
        name,
        value.map((one: unknown, index) =>
          typeof one === 'string' ? replace(kind, one, [...at, index]) : one,
        ),
      ];
    }),
  );
}

export function replaceInTree(tree: ConditionTree | null, replace: ReplaceRecord): ConditionTree | null {
  return tree === null ? null : (replaceRecords(tree, replace) as ConditionTree);
}

function recordKindOf(field: unknown): Kind | undefined {
  return typeof field === 'string' && Object.hasOwn(recordFields, field) ? recordFields[field] : undefined;
}
