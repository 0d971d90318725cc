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
 * Conditions of a rule as a person would say them: `country is DE or AT, and deviceType is mobile`. Ids are said by the
 * names that are given for them.
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

function sayLeaf({ field, op, values }: Fields, names: ReadonlyMap<string, string>): string {
  const list = Array.isArray(values) ? (values as unknown[]) : [];
  const said = list.map((value) => (typeof value === 'string' ? (names.get(value) ?? value) : String(value)));
  const between = op === 'between' ? ' and ' : op === 'isNot' ? ' nor ' : ' or ';
  return [String(field), operators[String(op)] ?? String(op), said.join(between)]
    .filter((part) => part !== '')
    .join(' ');
}
