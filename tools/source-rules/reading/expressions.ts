import type { Expression, ObjectPattern } from 'oxc-parser';

export const globalObjects = ['globalThis', 'global', 'window', 'self'];

export function literalText(expression: Expression): string | undefined {
  if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value;
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0) {
    return expression.quasis[0]?.value.cooked ?? undefined;
  }
  return undefined;
}

export function memberName(node: Expression): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  if (node.computed) return literalText(node.property);
  return node.property.type === 'Identifier' ? node.property.name : undefined;
}

/**
 * Returns true if the expression refers to the global with this name. Scopes are ignored, so a local variable with the
 * same name is treated as the global.
 */
export function isGlobal(node: Expression, name: string): boolean {
  if (node.type === 'Identifier') return node.name === name;
  return (
    node.type === 'MemberExpression' &&
    memberName(node) === name &&
    globalObjects.some((globalObject) => isGlobal(node.object, globalObject))
  );
}

/** Returns the property names of a destructuring pattern, with `*` for computed and rest properties. */
export function propertyNames({ properties }: ObjectPattern): string[] {
  return properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && !property.computed
      ? property.key.name
      : '*',
  );
}
