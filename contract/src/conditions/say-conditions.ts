import { sayField, sayFieldValue } from './field-words.ts';

const operators: Record<string, string> = {
  isNot: 'is not',
  startsWith: 'starts with',
  endsWith: 'ends with',
  lt: 'is below',
  gt: 'is above',
  between: 'is between',
  in: 'is in',
  isEmpty: 'is empty',
  isSet: 'is set',
};

/**
 * Describes the conditions of a rule in words: `country is DE or AT and device type is mobile`. Record IDs are replaced
 * with the given names.
 */
export function sayConditions(
  conditions: object | null,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  return conditions === null ? 'always' : sayTree(conditions as Fields, names);
}

type Fields = Record<string, unknown>;

function sayTree(tree: Fields, names: ReadonlyMap<string, string>): string {
  if (Array.isArray(tree['all'])) return sayGroup(tree['all'] as Fields[], ' and ', names);
  if (Array.isArray(tree['any'])) return sayGroup(tree['any'] as Fields[], ' or ', names);
  if (tree['not'] !== undefined) return `not (${sayTree(tree['not'] as Fields, names)})`;
  return sayLeaf(tree, names);
}

function sayGroup(parts: Fields[], between: string, names: ReadonlyMap<string, string>): string {
  return parts
    .map((part) => (isGroup(part) ? `(${sayTree(part, names)})` : sayTree(part, names)))
    .join(between);
}

function isGroup(tree: Fields): boolean {
  return tree['all'] !== undefined || tree['any'] !== undefined;
}

function sayLeaf(leaf: Fields, names: ReadonlyMap<string, string>): string {
  const { op, values } = leaf;
  const field = String(leaf['field']);
  const list = Array.isArray(values) ? (values as (string | number | boolean)[]) : [];
  const said = list.map((value) => names.get(String(value)) ?? sayFieldValue(field, value));
  // The condition is still being edited.
  if (said.length === 0 && op !== 'isEmpty' && op !== 'isSet') said.push('…');
  const between = op === 'between' ? ' and ' : ' or ';
  const isTold = field === 'unique' || list[0] === true || list[0] === false;
  const words = isTold
    ? sayYesOrNo(field, String(op), list[0] ?? '')
    : [sayField(field), operators[String(op)] ?? String(op), said.join(between)];
  return [...words, ...saySettings(leaf)].filter((part) => part !== '').join(' ');
}

/** Describes yes/no fields: bot; not bot; new visitor to the campaign. */
function sayYesOrNo(field: string, op: string, value: string | number | boolean): string[] {
  const isSo = (op === 'is') === (value !== false);
  return [isSo ? '' : 'not', sayField(field), typeof value === 'string' ? value : ''];
}

function saySettings({ timezone, windowHours }: Fields): string[] {
  return [
    typeof timezone === 'string' ? `in ${timezone}` : '',
    typeof windowHours === 'number' ? `within ${windowHours} ${windowHours === 1 ? 'hour' : 'hours'}` : '',
  ];
}
