import { Visitor, type Expression, type Span } from 'oxc-parser';
import { globalObjects, isGlobal, memberName, propertyNames } from './expressions.ts';
import type { ParsedFile } from './parse.ts';

export type Use = 'process.env' | 'fetch' | 'WebSocket' | 'EventSource' | 'computed import';
export type PlacedUse = { use: Use; line: number };

const connectingGlobals = ['fetch', 'WebSocket', 'EventSource'] as const;

export function readUses({ program, lineOf }: ParsedFile): PlacedUse[] {
  const uses: PlacedUse[] = [];
  const addUse = (use: Use, at: Span) => uses.push({ use, line: lineOf(at) });
  const addReference = (node: Expression) => {
    for (const name of connectingGlobals) if (isGlobal(node, name)) addUse(name, node);
  };
  new Visitor({
    CallExpression(node) {
      addReference(node.callee);
      for (const given of node.arguments) if (given.type !== 'SpreadElement') addReference(given);
    },
    NewExpression: (node) => addReference(node.callee),
    MemberExpression(node) {
      if (isGlobal(node.object, 'process') && memberName(node) === 'env') addUse('process.env', node);
    },
    VariableDeclarator({ id, init }) {
      if (init) addReference(init);
      if (id.type !== 'ObjectPattern' || !init) return;
      const taken = propertyNames(id);
      if (isGlobal(init, 'process') && taken.includes('env')) addUse('process.env', id);
      if (!globalObjects.some((name) => isGlobal(init, name))) return;
      for (const name of connectingGlobals) if (taken.includes(name)) addUse(name, id);
    },
  }).visit(program);
  return uses;
}
