import { posix } from 'node:path';
import { Visitor, type CallExpression, type Expression, type NewExpression } from 'oxc-parser';
import { literalText, memberName } from './expressions.ts';
import type { ParsedFile } from './parse.ts';

const pathMakers = new Set(['join', 'resolve', 'URL']);

/**
 * Returns the paths that a file builds with `join(import.meta.dirname, 'child.ts')`, `new URL('child.ts',
 * import.meta.url)` or `join(root, 'tools', 'main.ts')`, whether or not the files exist.
 */
export function readNamedFiles({ path, program }: ParsedFile): string[] {
  const named: string[] = [];
  const add = (node: CallExpression | NewExpression) => {
    if (!pathMakers.has(calledName(node.callee) ?? '')) return;
    const given = node.arguments.filter((one) => one.type !== 'SpreadElement');
    const parts = given.flatMap((one) => literalText(one) ?? []);
    // All arguments except one must be string literals. The exception is the folder that the path starts from.
    if (parts.length !== node.arguments.length - 1) return;
    named.push(posix.join(given.some(isOwnPlace) ? posix.dirname(path) : '', ...parts));
  };
  new Visitor({ CallExpression: add, NewExpression: add }).visit(program);
  return named;
}

/** Returns the name of the called function, which is `join` for both `join()` and `path.join()`. */
function calledName(callee: Expression): string | undefined {
  return callee.type === 'Identifier' ? callee.name : memberName(callee);
}

function isOwnPlace(node: Expression): boolean {
  if (node.type !== 'MemberExpression' || node.object.type !== 'MetaProperty') return false;
  return ['dirname', 'url'].includes(memberName(node) ?? '');
}
