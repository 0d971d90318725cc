import { longFiles } from './long-files.ts';
import { isTestFile, type Source } from './reading/read-source.ts';
import type { Violation } from './violation.ts';

const sourceLinesMax = 250;
const testLinesMax = 600;
const generated = 'client/';

/** A file can be read in one go, unless it is listed with the reason why not. */
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
  const message = `${lines} lines, of ${linesMax(path)} at most: divide it by what its parts are about`;
  return { file: path, line: linesMax(path) + 1, rule: 'file-length', message };
}

function staleException(path: string): Violation {
  const message = 'is short enough or gone: strike it from long-files.ts';
  return { file: path, line: 1, rule: 'file-length', message };
}
