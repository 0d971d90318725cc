import type { Difference, Names, PathStep } from './compare-contents.ts';
import { describeConditions, shorten } from './describe-conditions.ts';

export function describeDifference(difference: Difference, names: Names = new Map()): string {
  const { before, after, isOrder, steps } = difference;
  const path = describePath(steps);
  if (isOrder === true) return `${path} reordered`;
  if (typeof before === 'boolean' && typeof after === 'boolean')
    return `${describePath(steps, 'enabled')} ${after ? 'enabled' : 'disabled'}`;
  const format = (value: unknown) =>
    isConditions(steps) ? describeConditions(value, names) : show(value, names);
  if (!('before' in difference)) return `${path} added${isComposed(after) ? '' : `: ${format(after)}`}`;
  if (!('after' in difference)) return `${path} removed`;
  return `${path} changed from ${format(before)} to ${format(after)}`;
}

// Containers that are left out of descriptions, because the names of their fields are clear without them.
const omittedContainers = new Set([
  'campaign',
  'settings',
  'rotator',
  'routing',
  'landing',
  'offer',
  'traffic-source',
  'affiliate-network',
  'workspace',
]);

const singular: Record<string, string> = {
  paths: 'path',
  rules: 'rule',
  goals: 'goal rule',
  actions: 'action',
  landings: 'landing',
  offers: 'offer',
};

// Describes a path, for example `path “Phones”, landing “Quiz”: weight`. Leaves out the last field if it is
// `omittedField`.
function describePath(steps: PathStep[], omittedField?: string): string {
  const entries: string[] = [];
  let fields: string[] = [];
  for (const [at, step] of steps.entries()) {
    if ('entry' in step) {
      const list = fields.pop() ?? '';
      entries.push(`${singular[list] ?? list} “${shorten(step.entry)}”`);
      fields = [];
    } else if (at > 0 || !omittedContainers.has(step.field)) fields.push(step.field);
  }
  if (fields.at(-1) === omittedField) fields.pop();
  const words = fields.map(formatField).join(' ');
  return [entries.join(', '), words].filter((part) => part !== '').join(': ');
}

const fieldLabels: Record<string, string> = { from: 'accepted events' };

// Turns `trafficSourceId` into `traffic source`.
function formatField(field: string): string {
  // Currency codes are kept in upper case.
  if (/^[A-Z]+$/.test(field)) return field;
  return (fieldLabels[field] ?? field)
    .replace(/Id$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/ url$/, ' URL');
}

function isConditions(steps: PathStep[]): boolean {
  const last = steps.at(-1);
  return last !== undefined && 'field' in last && last.field === 'conditions';
}

function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function show(value: unknown, names: Names): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return `“${shorten(names.get(value) ?? value)}”`;
  return shorten(JSON.stringify(value));
}
