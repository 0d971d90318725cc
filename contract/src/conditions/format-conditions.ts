import { formatField, formatFieldValue } from './format-field.ts';

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
 * with the given names, and fields with the given labels.
 */
export function formatConditions(
  conditions: object | null,
  names: Names = new Map(),
  labels: Names = new Map(),
): string {
  return conditions === null ? 'always' : formatTree(conditions as Fields, { names, labels });
}

type Fields = Record<string, unknown>;
type Names = ReadonlyMap<string, string>;
type Naming = { names: Names; labels: Names };

function formatTree(tree: Fields, naming: Naming): string {
  if (Array.isArray(tree['all'])) return formatGroup(tree['all'] as Fields[], ' and ', naming);
  if (Array.isArray(tree['any'])) return formatGroup(tree['any'] as Fields[], ' or ', naming);
  if (tree['not'] !== undefined) return `not (${formatTree(tree['not'] as Fields, naming)})`;
  return formatLeaf(tree, naming);
}

function formatGroup(parts: Fields[], between: string, naming: Naming): string {
  return parts
    .map((part) => (isGroup(part) ? `(${formatTree(part, naming)})` : formatTree(part, naming)))
    .join(between);
}

function isGroup(tree: Fields): boolean {
  return tree['all'] !== undefined || tree['any'] !== undefined;
}

function formatLeaf(leaf: Fields, { names, labels: fieldLabels }: Naming): string {
  const { op, values } = leaf;
  const field = String(leaf['field']);
  const list = Array.isArray(values) ? (values as (string | number | boolean)[]) : [];
  const labels = list.map((value) => names.get(String(value)) ?? formatFieldValue(field, value));
  // A condition without values is still being edited.
  if (labels.length === 0 && op !== 'isEmpty' && op !== 'isSet') labels.push('…');
  const between = op === 'between' ? ' and ' : ' or ';
  const isBoolean = field === 'unique' || list[0] === true || list[0] === false;
  const words = isBoolean
    ? formatYesOrNo(field, String(op), list[0] ?? '')
    : [
        fieldLabels.get(field) ?? formatField(field),
        operators[String(op)] ?? String(op),
        labels.join(between),
      ];
  return [...words, ...formatSettings(leaf)].filter((part) => part !== '').join(' ');
}

function formatYesOrNo(field: string, op: string, value: string | number | boolean): string[] {
  const isTrue = (op === 'is') === (value !== false);
  return [isTrue ? '' : 'not', formatField(field), typeof value === 'string' ? value : ''];
}

function formatSettings({ timezone, windowHours }: Fields): string[] {
  return [
    typeof timezone === 'string' ? `in ${timezone}` : '',
    typeof windowHours === 'number' ? `within ${windowHours} ${windowHours === 1 ? 'hour' : 'hours'}` : '',
  ];
}
