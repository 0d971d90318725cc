import { parse, type SourceFile } from './parse.ts';
import { readExports, type Export } from './read-exports.ts';
import { readSkippedTests, type SkippedTest } from './read-skipped-tests.ts';
import { readImports, type Import } from './read-imports.ts';
import { readNamedFiles } from './read-named-files.ts';
import { readUses, type PlacedUse } from './read-uses.ts';

/** Properties of a source file that the rules check. */
export type Source = {
  path: string;
  lines: number;
  imports: readonly Import[];
  exports: readonly Export[];
  uses: readonly PlacedUse[];
  /** Paths of files that this source runs or reads. */
  namedFiles: readonly string[];
  heldBackTests: readonly SkippedTest[];
  syntaxErrors: readonly { message: string; line: number }[];
};

export function readSource(file: SourceFile): Source {
  const parsed = parse(file);
  const { imports, computedImports } = readImports(parsed);
  return {
    path: file.path,
    lines: file.source.split('\n').length - (file.source.endsWith('\n') ? 1 : 0),
    imports,
    exports: readExports(parsed),
    uses: [...readUses(parsed), ...computedImports],
    namedFiles: readNamedFiles(parsed),
    heldBackTests: isTestFile(file.path) ? readSkippedTests(parsed) : [],
    syntaxErrors: parsed.errors.map(({ message, labels: [place] }) => ({
      message,
      line: place ? parsed.lineOf(place) : 1,
    })),
  };
}

export function isTestFile(path: string): boolean {
  return /\.test\.[cm]?[jt]sx?$/.test(path);
}
