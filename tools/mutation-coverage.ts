import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Visitor, type Span } from 'oxc-parser';
import { parse, type SourceFile } from './source-rules/reading/parse.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.cache/mutation-coverage');
const logPath = join(folder, 'blocks.jsonl');
const coveragePath = join(folder, 'coverage.json');

// Test files that execute each block of a source file. The key of a block is its position in the source.
type TestsOfBlock = Record<string, string[]>;
type FileCoverage = { hash: string; testsOfBlock: TestsOfBlock };
type Coverage = Record<string, FileCoverage>;
type Place = { file: string; start: number };

// Runs the tests once with a probe in each block of the sources that have changed since an earlier run.
export function measureCoverage(files: readonly string[], runTests: (changed: string[]) => unknown): void {
  const saved = readCoverage();
  const read = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  const sources = new Map(read.filter(([file, source]) => saved[file]?.hash !== hashOf(source)));
  if (sources.size === 0) return;
  mkdirSync(folder, { recursive: true });
  rmSync(logPath, { force: true });
  const restore = () => sources.forEach((source, file) => writeFileSync(file, source));
  const interrupt = () => {
    restore();
    process.exit(1);
  };
  process.once('SIGINT', interrupt);
  try {
    sources.forEach((source, path) => writeFileSync(path, addProbes({ path, source }, logPath)));
    runTests([...sources.keys()]);
  } finally {
    restore();
    process.off('SIGINT', interrupt);
  }
  const measured: Coverage = {};
  for (const [file, source] of sources) measured[file] = { hash: hashOf(source), testsOfBlock: {} };
  for (const line of existsSync(logPath) ? readFileSync(logPath, 'utf8').trim().split('\n') : []) {
    const [file, block, test] = JSON.parse(line) as [string, number, string];
    const { testsOfBlock } = measured[file] as FileCoverage;
    testsOfBlock[block] = [...new Set(testsOfBlock[block]).add(relative(root, test))];
  }
  writeFileSync(coveragePath, JSON.stringify({ ...saved, ...measured }));
}

// Lists the test files that execute the innermost block around a place, starting with those that execute the most blocks
// of the file. Code outside of blocks runs when the file is loaded, so all tests that execute the file are listed.
export function listCoveringTests({ file, start }: Place): string[] {
  const { testsOfBlock = {} } = readCoverage()[file] ?? {};
  return rankTests(testsOfBlock, findBlock({ path: file, source: readFileSync(file, 'utf8') }, start));
}

export function rankTests(testsOfBlock: TestsOfBlock, block: number | undefined): string[] {
  const all = Object.values(testsOfBlock).flat();
  const covering = block === undefined ? all : (testsOfBlock[block] ?? []);
  const countOf = (test: string) => all.filter((other) => other === test).length;
  return [...new Set(covering)].toSorted((one, other) => countOf(other) - countOf(one));
}

// Returns the position of the innermost block around a position.
export function findBlock(source: SourceFile, at: number): number | undefined {
  return listBlocks(source).findLast(({ start, end }) => start < at && at < end)?.start;
}

// Inserts a call at the start of each block. It logs the block once for each test file.
export function addProbes(file: SourceFile, log: string): string {
  const probed = listBlocks(file).reduceRight(
    (text, { start }) => `${text.slice(0, start + 1)}logBlock(${start});${text.slice(start + 1)}`,
    file.source,
  );
  return `${probed}
function logBlock(block) {
  const line = JSON.stringify([${JSON.stringify(file.path)}, block, globalThis.__vitest_worker__.filepath]) + '\\n';
  const logged = (globalThis.loggedBlocks ??= new Set());
  if (logged.has(line)) return;
  logged.add(line);
  process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(log)}, line);
}
`;
}

function listBlocks(file: SourceFile): Span[] {
  const blocks: Span[] = [];
  new Visitor({ BlockStatement: (block) => void blocks.push(block) }).visit(parse(file).program);
  return blocks.toSorted((one, other) => one.start - other.start);
}

function readCoverage(): Coverage {
  return existsSync(coveragePath) ? (JSON.parse(readFileSync(coveragePath, 'utf8')) as Coverage) : {};
}

function hashOf(source: string): string {
  return createHash('sha256').update(source).digest('hex');
}
