import { Visitor, type Span } from 'oxc-parser';
import { parse } from './source-rules/reading/parse.ts';

/** A small change to a source file: `to` replaces the text from `start` to `end`. */
export type Mutation = { start: number; end: number; line: number; from: string; to: string };

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};
const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  find: 'findLast',
  findLast: 'find',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

/**
 * Lists the mutations of a source file in text order. Leaves out types, because tests cannot detect changes to them.
 */
export function listMutations(source: string, path: string): Mutation[] {
  const { program, lineOf } = parse({ path, source });
  const found: Mutation[] = [];
  const types: Span[] = [];
  const add = (span: Span, start: number, end: number, to: string) =>
    found.push({ start, end, to, from: source.slice(start, end), line: lineOf(span) });
  const swapOperator = (node: Span & { operator: string; left: Span; right: Span }) => {
    const to = operators[node.operator];
    if (to === undefined) return;
    const start = source.indexOf(node.operator, node.left.end);
    add(node, start, start + node.operator.length, to);
  };
  const negate = (test: Span) => add(test, test.start, test.end, `!(${source.slice(test.start, test.end)})`);
  const type = (node: Span) => types.push(node);
  new Visitor({
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    Literal(node) {
      if (typeof node.value === 'boolean') add(node, node.start, node.end, String(!node.value));
      if (typeof node.value === 'number') add(node, node.start, node.end, String(node.value + 1));
    },
    UnaryExpression(node) {
      if (node.operator === '!') add(node, node.start, node.start + 1, '');
    },
    IfStatement: ({ test }) => void negate(test),
    ConditionalExpression: ({ test }) => void negate(test),
    MemberExpression({ property }) {
      const to = property.type === 'Identifier' ? methods[property.name] : undefined;
      if (to !== undefined) add(property, property.start, property.end, to);
    },
    TSTypeAnnotation: type,
    TSTypeAliasDeclaration: type,
    TSInterfaceDeclaration: type,
    TSTypeParameterInstantiation: type,
    TSAsExpression: ({ typeAnnotation }) => void type(typeAnnotation),
  }).visit(program);
  return found
    .filter(({ start }) => !types.some((span) => span.start <= start && start < span.end))
    .toSorted((one, other) => one.start - other.start);
}
