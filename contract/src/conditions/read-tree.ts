import { timezoneName } from '../values/text.ts';
import { conditionOperators, findField, type ConditionField, type ConditionFields } from './fields.ts';
import type { ConditionOperator } from './fields.ts';
import { readLeafValues, type ConditionValues } from './leaf-values.ts';

export type ConditionLeaf = {
  field: string;
  op: ConditionOperator;
  values: ConditionValues;
  /** Time zone for `weekday`, `hourOfDay` and `date`. Defaults to the workspace's time zone. */
  timezone?: string | undefined;
  /** Window for `unique`. Defaults to 24 hours. */
  windowHours?: number | undefined;
};
export type ConditionTree =
  | ConditionLeaf
  | { all: ConditionTree[] }
  | { any: ConditionTree[] }
  | { not: ConditionTree };

type TreeIssue = { path: (string | number)[]; message: string };

const groupsDeepMax = 4;
const leavesMax = 200;
// Limited because loading a snapshot compiles every pattern, which takes about a millisecond per pattern.
const patternsMax = 100;
const windowHoursMax = 8_760;
const issuesMax = 20;

const shapes = 'must be {"all": […]}, {"any": […]}, {"not": …} or {"field", "op", "values"}';
const leafKeys = ['field', 'op', 'values', 'timezone', 'windowHours'];
const groupKeys = ['all', 'any', 'not'] as const;

type Position = { path: (string | number)[]; depth: number };
type Walk = { fields: ConditionFields; issues: TreeIssue[]; leaves: number; patterns: number };

export function readTree(
  fields: ConditionFields,
  input: unknown,
): { tree: ConditionTree } | { issues: TreeIssue[] } {
  const walk: Walk = { fields, issues: [], leaves: 0, patterns: 0 };
  const tree = readNode(walk, input, { path: [], depth: 0 });
  return tree === undefined || walk.issues.length > 0 ? { issues: walk.issues } : { tree };
}

function readNode(walk: Walk, input: unknown, position: Position): ConditionTree | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return refuse(walk, position.path, shapes);
  const node = input as Record<string, unknown>;
  const group = groupKeys.find((key) => Object.hasOwn(node, key));
  const known: readonly string[] = group === undefined ? leafKeys : [group];
  const unknownKey = Object.keys(node).find((key) => !known.includes(key));
  if (unknownKey !== undefined)
    return refuse(walk, [...position.path, unknownKey], `is not allowed here. Allowed: ${known.join(', ')}`);
  if (group === undefined) return readLeaf(walk, node, position.path);
  if (position.depth === groupsDeepMax)
    return refuse(walk, position.path, `must not be nested more than ${groupsDeepMax} levels deep`);
  const inside = { path: [...position.path, group], depth: position.depth + 1 };
  if (group !== 'not') return readList(walk, group, { input: node[group], position: inside });
  const not = readNode(walk, node['not'], inside);
  return not === undefined ? undefined : { not };
}

function readList(
  walk: Walk,
  group: 'all' | 'any',
  { input, position }: { input: unknown; position: Position },
): ConditionTree | undefined {
  if (!Array.isArray(input) || input.length === 0)
    return refuse(walk, position.path, 'must be a list of at least one condition');
  const children: ConditionTree[] = [];
  for (const [index, child] of input.entries()) {
    const read = readNode(walk, child, { ...position, path: [...position.path, index] });
    if (read !== undefined) children.push(read);
    if (walk.issues.length >= issuesMax || walk.leaves > leavesMax) break;
  }
  return group === 'all' ? { all: children } : { any: children };
}

function readLeaf(
  walk: Walk,
  node: Record<string, unknown>,
  path: Position['path'],
): ConditionLeaf | undefined {
  walk.leaves += 1;
  if (walk.leaves > leavesMax) return refuse(walk, path, `exceeds the limit of ${leavesMax} conditions`);
  const name = typeof node['field'] === 'string' ? node['field'] : '';
  const field = findField(walk.fields, name);
  if (field === undefined)
    return refuse(walk, [...path, 'field'], `must be one of ${Object.keys(walk.fields).join(', ')}`);
  const op = conditionOperators.find((operator) => operator === node['op']);
  if (op === undefined || !field.operators.includes(op))
    return refuse(walk, [...path, 'op'], describeOperators(field, name));
  const reading = readLeafValues(field, op, node['values']);
  if ('problems' in reading) {
    for (const { message, at } of reading.problems)
      refuse(walk, [...path, 'values', ...(at === undefined ? [] : [at])], message);
    return undefined;
  }
  if (op === 'matches') walk.patterns += reading.values.length;
  if (walk.patterns > patternsMax)
    return refuse(walk, [...path, 'values'], `exceeds the limit of ${patternsMax} patterns`);
  return { field: name, op, values: reading.values, ...readSettings(walk, { node, path, kind: field.kind }) };
}

function describeOperators({ operators, geo }: ConditionField, name: string): string {
  const message = `must be one of ${operators.join(', ')} for ${name}`;
  return geo === true ? `${message}; to match unknown locations, use the value unknown` : message;
}

type LeafSettings = Pick<ConditionLeaf, 'timezone' | 'windowHours'>;

function readSettings(
  walk: Walk,
  {
    node,
    path,
    kind,
  }: { node: Record<string, unknown>; path: Position['path']; kind: ConditionField['kind'] },
): LeafSettings {
  const { timezone = null, windowHours = null } = node;
  const settings: LeafSettings = {};
  if (timezone !== null) {
    const { data } = timezoneName.safeParse(timezone);
    if (!['weekday', 'hour', 'date'].includes(kind))
      refuse(walk, [...path, 'timezone'], 'is only allowed for weekday, hourOfDay and date');
    else if (data === undefined)
      refuse(walk, [...path, 'timezone'], 'must be an IANA time zone such as Europe/Berlin');
    else settings.timezone = data;
  }
  if (windowHours !== null) {
    if (kind !== 'unique') refuse(walk, [...path, 'windowHours'], 'is only allowed for unique');
    else if (!isWindow(windowHours))
      refuse(walk, [...path, 'windowHours'], `must be a whole number of hours, 1 to ${windowHoursMax}`);
    else settings.windowHours = windowHours;
  }
  return settings;
}

function isWindow(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= windowHoursMax;
}

function refuse(walk: Walk, path: TreeIssue['path'], message: string): undefined {
  if (walk.issues.length < issuesMax) walk.issues.push({ path, message });
}
