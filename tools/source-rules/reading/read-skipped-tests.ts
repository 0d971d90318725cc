import { Visitor, type Argument, type Expression, type Span } from 'oxc-parser';
import { isGlobal, memberName } from './expressions.ts';
import type { ParsedFile } from './parse.ts';

/** A test that never runs or that keeps other tests from running. `written` is the call in the source text. */
export type SkippedTest = { written: string; line: number };

const testFunctions = new Set(['describe', 'it', 'test', 'suite']);
const otherNames = ['fit', 'fdescribe', 'xit', 'xtest', 'xdescribe'];
const holdingBack = new Set(['only', 'skip', 'todo']);

/**
 * Returns tests that never run or that keep other tests from running. `skipIf` and `skip(reason)` from the test context
 * are allowed, because they state when and why a test is skipped.
 */
export function readSkippedTests({ program, lineOf }: ParsedFile): SkippedTest[] {
  const found: SkippedTest[] = [];
  const add = (written: string, at: Span) => found.push({ written, line: lineOf(at) });
  new Visitor({
    MemberExpression(node) {
      const name = memberName(node) ?? '';
      const root = rootName(node.object);
      if (testFunctions.has(root) && holdingBack.has(name)) add(`${root}.${name}`, node);
    },
    CallExpression(node) {
      for (const name of otherNames) if (isGlobal(node.callee, name)) add(name, node);
      const isSkip = isGlobal(node.callee, 'skip') || memberName(node.callee) === 'skip';
      if (isSkip && node.arguments.length === 0) add('skip() without a reason', node);
      if (!testFunctions.has(rootName(node.callee))) return;
      for (const name of node.arguments.flatMap(optionsSet)) add(`{ ${name}: true }`, node);
    },
  }).visit(program);
  return found;
}

/** Returns the first name of a chain: `it` for `it.each(rows)` and `it.concurrent`. */
function rootName(node: Expression): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return rootName(node.object);
  if (node.type === 'CallExpression') return rootName(node.callee);
  return '';
}

function optionsSet(given: Argument): string[] {
  if (given.type !== 'ObjectExpression') return [];
  return given.properties.flatMap((property) => {
    if (property.type !== 'Property') return [];
    const name = property.key.type === 'Identifier' ? property.key.name : '';
    const isTrue = property.value.type === 'Literal' && property.value.value === true;
    return isTrue && holdingBack.has(name) ? name : [];
  });
}
