import type { Difference, Names, Step } from './compare-contents.ts';
import { describeConditions, shorten } from './describe-conditions.ts';

/** The difference as a sentence that a person reads in a list. */
export function describeDifference(difference: Difference, names: Names = new Map()): string {
  const { before, after, isOrder, steps } = difference;
  const place = describePlace(steps);
  if (isOrder === true) return `${place} reordered`;
  if (typeof before === 'boolean' && typeof after === 'boolean')
    return `${describePlace(steps, 'enabled')} ${after ? 'enabled' : 'disabled'}`;
  const say = (value: unknown) =>
    isConditions(steps) ? describeConditions(value, names) : show(value, names);
  if (!('before' in difference)) return `${place} added${isComposed(after) ? '' : `: ${say(after)}`}`;
  if (!('after' in difference)) return `${place} removed`;
  return `${place} changed from ${say(before)} to ${say(after)}`;
}

/** Parts of a record that people do not know as such: the fields in them speak for themselves. */
const silent = new Set([
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

const oneOf: Record<string, string> = {
  paths: 'path',
  rules: 'rule',
  goals: 'goal rule',
  actions: 'action',
  landings: 'landing',
  offers: 'offer',
};

/** `path “Phones”, landing “Quiz”: weight`. A last field that says nothing is left out. */
function describePlace(steps: Step[], lastUnsaid?: string): string {
  const entries: string[] = [];
  let fields: string[] = [];
  for (const [at, step] of steps.entries()) {
    if ('entry' in step) {
      const list = fields.pop() ?? '';
      entries.push(`${oneOf[list] ?? list} “${shorten(step.entry)}”`);
      fields = [];
    } else if (at > 0 || !silent.has(step.field)) fields.push(step.field);
  }
  if (fields.at(-1) === lastUnsaid) fields.pop();
  const words = fields.map(formatField).join(' ');
  return [entries.join(', '), words].filter((part) => part !== '').join(': ');
}

/** Names that say little where they stand alone. */
const sayings: Record<string, string> = { from: 'accepted events' };

/** `trafficSourceId` is the traffic source. */
function formatField(field: string): string {
  // The code of a currency.
  if (/^[A-Z]+$/.test(field)) return field;
  return (sayings[field] ?? field)
    .replace(/Id$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/ url$/, ' URL');
}

function isConditions(steps: Step[]): boolean {
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
