import { longFiles } from './long-files.ts';
import { isTestFile, type Source } from './reading/read-source.ts';
import type { Violation } from './violation.ts';

const sourceLinesMax = 250;
const testLinesMax = 600;
const generated = 'client/';

/** Reports files that are too long and are not listed in long-files.ts. */
export function checkLengths(
  sources: readonly Source[],
  allowed: Readonly<Record<string, string>> = longFiles,
): Violation[] {
  const tooLong = sources.filter(({ path, lines }) => !path.startsWith(generated) && lines > linesMax(path));
  const listed = Object.keys(allowed);
  return [
    ...tooLong.filter(({ path }) => !listed.includes(path)).map(longFile),
    ...listed.filter((path) => !tooLong.some((source) => source.path === path)).map(staleException),
  ];
}

function linesMax(path: string): number {
  return isTestFile(path) ? testLinesMax : sourceLinesMax;
}

function longFile({ path, lines }: Source): Violation {
  const message = `${lines} lines, ${linesMax(path)} at most: split it by topic`;
  return { file: path, line: linesMax(path) + 1, rule: 'file-length', message };
}

function staleException(path: string): Violation {
  const message = 'is short enough or deleted: remove it from long-files.ts';
  return { file: path, line: 1, rule: 'file-length', message };
}
