import type { Text } from '../reading/read-texts.ts';
import type { Violation } from '../violation.ts';
import { openings, phrases } from './phrases.ts';

type ReadFile = { path: string; texts: readonly Text[] };

export const docCommentsMax = 3000;
const unchecked: readonly string[] = [
  // This folder contains the discouraged phrases themselves.
  'tools/source-rules/language/',
];

/** Reports phrases that make a text hard to read, and doc comments that do not name their subject. */
export function checkLanguage(files: readonly ReadFile[], exceptions = unchecked): Violation[] {
  const checked = files.filter(({ path }) => !exceptions.some((prefix) => path.startsWith(prefix)));
  return [...checked.flatMap(checkFile), ...checkCount(checked)];
}

function checkFile({ path, texts }: ReadFile): Violation[] {
  return texts.flatMap(({ kind, text, line }) => {
    const violation = (message: string): Violation => ({ file: path, line, rule: 'language', message });
    const found = phrases.flatMap(({ pattern, instead }) => {
      const match = pattern.exec(text);
      return match === null ? [] : [violation(`"${match[0]}": write ${instead}`)];
    });
    const opening = kind === 'doc comment' ? openings.exec(text) : null;
    if (opening === null) return found;
    return [...found, violation(`starts with "${opening[0]}": start with a verb or with the subject`)];
  });
}

function checkCount(files: readonly ReadFile[]): Violation[] {
  const count = files.flatMap(({ texts }) => texts).filter(({ kind }) => kind === 'doc comment').length;
  if (count <= docCommentsMax) return [];
  const message = `${count} doc comments, ${docCommentsMax} at most: delete those that restate a name`;
  return [{ file: 'tools/source-rules/language/check-language.ts', line: 1, rule: 'language', message }];
}
