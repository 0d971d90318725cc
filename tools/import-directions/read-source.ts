import { parseSync, Visitor, type Expression, type ObjectPattern, type Span } from 'oxc-parser';
import type { Use } from './rules.ts';

export type SourceFile = { path: string; source: string };

export type SourceFacts = {
  imports: { specifier: string; line: number }[];
  uses: { use: Use; line: number }[];
  syntaxErrors: { message: string; line: number }[];
};

const globalObjects = ['globalThis', 'global', 'window', 'self'];

/** Everything a file reaches out for: what it imports, type-only or not, and the globals under a rule. */
export function readSource({ path, source }: SourceFile): SourceFacts {
  const { program, errors } = parseSync(path, source);
  const imports: SourceFacts['imports'] = [];
  const uses: SourceFacts['uses'] = [];
  const lineOf = ({ start }: Span) => source.slice(0, start).split('\n').length;
  const addImport = (specifier: string, at: Span) => imports.push({ specifier, line: lineOf(at) });
  const addUse = (use: Use, at: Span) => uses.push({ use, line: lineOf(at) });
  const addLoad = (target: Expression, at: Span) => {
    const specifier = literalText(target);
    if (specifier === undefined) addUse('computed import', at);
    else addImport(specifier, at);
  };

  new Visitor({
    ImportDeclaration: (node) => addImport(node.source.value, node),
    ExportAllDeclaration: (node) => addImport(node.source.value, node),
    ExportNamedDeclaration(node) {
      if (node.source) addImport(node.source.value, node);
    },
    ImportExpression: (node) => addLoad(node.source, node),
    TSImportType: (node) => addImport(node.source.value, node),
    TSExternalModuleReference: (node) => addImport(node.expression.value, node),
    CallExpression(node) {
      const [target] = node.arguments;
      if (isGlobal(node.callee, 'fetch')) addUse('fetch', node);
      if (isGlobal(node.callee, 'require') && target && target.type !== 'SpreadElement') {
        addLoad(target, node);
      }
    },
    MemberExpression(node) {
      if (isGlobal(node.object, 'process') && memberName(node) === 'env') addUse('process.env', node);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'ObjectPattern' && init && isGlobal(init, 'process') && takesEnv(id)) {
        addUse('process.env', id);
      }
    },
  }).visit(program);
  const syntaxErrors = errors.map(({ message, labels: [place] }) => ({
    message,
    line: place ? lineOf(place) : 1,
  }));
  return { imports, uses, syntaxErrors };
}

function literalText(expression: Expression): string | undefined {
  if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value;
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0) {
    return expression.quasis[0]?.value.cooked ?? undefined;
  }
  return undefined;
}

function memberName(node: Expression): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  if (node.computed) return literalText(node.property);
  return node.property.type === 'Identifier' ? node.property.name : undefined;
}

/** Scopes are not followed: a local value of the same name counts as the global. */
function isGlobal(node: Expression, name: string): boolean {
  if (node.type === 'Identifier') return node.name === name;
  return (
    node.type === 'MemberExpression' &&
    memberName(node) === name &&
    globalObjects.some((globalObject) => isGlobal(node.object, globalObject))
  );
}

function takesEnv(pattern: ObjectPattern): boolean {
  return pattern.properties.some(
    (property) =>
      property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'env',
  );
}
