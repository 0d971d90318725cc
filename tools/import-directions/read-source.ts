import {
  parseSync,
  Visitor,
  type ExportNamedDeclaration,
  type Expression,
  type ImportDeclaration,
  type ObjectPattern,
  type Span,
} from 'oxc-parser';
import type { Use } from './rules.ts';

export type SourceFile = { path: string; source: string };

export type SourceFacts = {
  /** `takes` names the values that are imported; `*` stands for all of them, and nothing for types. */
  imports: { specifier: string; line: number; takes: readonly string[] }[];
  uses: { use: Use; line: number }[];
  syntaxErrors: { message: string; line: number }[];
};

const globalObjects = ['globalThis', 'global', 'window', 'self'];
const connectingGlobals = ['fetch', 'WebSocket', 'EventSource'] as const;
const everything = ['*'];

/** Everything a file reaches out for: what it imports, type-only or not, and the globals under a rule. */
export function readSource({ path, source }: SourceFile): SourceFacts {
  const { program, errors } = parseSync(path, source);
  const imports: SourceFacts['imports'] = [];
  const uses: SourceFacts['uses'] = [];
  const lineOf = ({ start }: Span) => source.slice(0, start).split('\n').length;
  const addImport = (specifier: string, at: Span, takes: readonly string[]) =>
    imports.push({ specifier, line: lineOf(at), takes });
  const addUse = (use: Use, at: Span) => uses.push({ use, line: lineOf(at) });
  const addLoad = (target: Expression, at: Span) => {
    const specifier = literalText(target);
    if (specifier === undefined) addUse('computed import', at);
    else addImport(specifier, at, everything);
  };
  const addReference = (node: Expression) => {
    for (const name of connectingGlobals) if (isGlobal(node, name)) addUse(name, node);
  };

  new Visitor({
    ImportDeclaration: (node) => addImport(node.source.value, node, importedNames(node)),
    ExportAllDeclaration: (node) => addImport(node.source.value, node, everything),
    ExportNamedDeclaration(node) {
      if (node.source) addImport(node.source.value, node, exportedNames(node));
    },
    ImportExpression: (node) => addLoad(node.source, node),
    TSImportType: (node) => addImport(node.source.value, node, []),
    TSExternalModuleReference: (node) => addImport(node.expression.value, node, everything),
    CallExpression(node) {
      const [target] = node.arguments;
      addReference(node.callee);
      for (const given of node.arguments) if (given.type !== 'SpreadElement') addReference(given);
      if (isLoader(node.callee) && target && target.type !== 'SpreadElement') addLoad(target, node);
    },
    NewExpression: (node) => addReference(node.callee),
    MemberExpression(node) {
      if (isGlobal(node.object, 'process') && memberName(node) === 'env') addUse('process.env', node);
    },
    VariableDeclarator({ id, init }) {
      if (init) addReference(init);
      if (id.type !== 'ObjectPattern' || !init) return;
      if (isGlobal(init, 'process') && takesOut(id, 'env')) addUse('process.env', id);
      if (!globalObjects.some((name) => isGlobal(init, name))) return;
      for (const name of connectingGlobals) if (takesOut(id, name)) addUse(name, id);
    },
  }).visit(program);
  const syntaxErrors = errors.map(({ message, labels: [place] }) => ({
    message,
    line: place ? lineOf(place) : 1,
  }));
  return { imports, uses, syntaxErrors };
}

function importedNames({ importKind, specifiers }: ImportDeclaration): readonly string[] {
  if (importKind === 'type') return [];
  // An import of nothing runs the module, which can do anything.
  if (specifiers.length === 0) return everything;
  return specifiers.flatMap((one) => {
    if (one.type !== 'ImportSpecifier') return everything;
    if (one.importKind === 'type') return [];
    return one.imported.type === 'Identifier' ? one.imported.name : one.imported.value;
  });
}

function exportedNames({ exportKind, specifiers }: ExportNamedDeclaration): readonly string[] {
  if (exportKind === 'type') return [];
  if (specifiers.length === 0) return everything;
  return specifiers.flatMap(({ exportKind: kind, local }) => {
    if (kind === 'type') return [];
    return local.type === 'Literal' ? local.value : local.name;
  });
}

function isLoader(callee: Expression): boolean {
  if (isGlobal(callee, 'require')) return true;
  return (
    callee.type === 'MemberExpression' &&
    memberName(callee) === 'getBuiltinModule' &&
    isGlobal(callee.object, 'process')
  );
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

function takesOut(pattern: ObjectPattern, name: string): boolean {
  return pattern.properties.some(
    (property) =>
      property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name,
  );
}
