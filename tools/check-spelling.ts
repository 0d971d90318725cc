// Checks the spelling of all files. cspell looks up the words of each file again, which takes several times as long as
// checking each distinct line once. Only if it finds something does cspell check the files themselves, to say where.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, matchesGlob } from 'node:path';

const root = join(import.meta.dirname, '..');
const settings = join(root, 'cspell.json');
const { files, ignorePaths } = JSON.parse(readFileSync(settings, 'utf8')) as {
  files: string[];
  ignorePaths: string[];
};
const cspell = join(root, 'node_modules', 'cspell', 'bin.mjs');
const options = ['lint', '--no-progress', '--no-summary', '--unique', '--config', settings];

const isMatch = (path: string, globs: string[]) => globs.some((glob) => matchesGlob(path, glob));

function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\0')
    .filter((path) => isMatch(path, files) && !isMatch(path, ignorePaths) && existsSync(join(root, path)));
}

// Lines by the extension of their files, because the extension determines the dictionaries.
function collectLines(): Map<string, Set<string>> {
  const lines = new Map<string, Set<string>>();
  for (const path of listFiles()) {
    const found = lines.get(extname(path)) ?? new Set<string>();
    lines.set(extname(path), found);
    const text = readFileSync(join(root, path), 'utf8');
    // A directive would also apply to the lines of other files.
    if (/c?spell(?:-?checker)?:/i.test(text))
      throw new Error(`${path}: use tools/words.txt instead of a directive`);
    for (const line of text.split('\n')) found.add(line);
  }
  return lines;
}

const folder = mkdtempSync(join(tmpdir(), 'waypost-spelling-'));
try {
  const lines = collectLines();
  if (lines.size === 0) throw new Error('found no files to check');
  for (const [extension, found] of lines)
    writeFileSync(join(folder, `lines${extension}`), [...found].join('\n'));
  const isCorrect =
    spawnSync(process.execPath, [cspell, ...options, '--root', folder, '.'], { cwd: folder }).status === 0;
  process.exitCode = isCorrect
    ? 0
    : (spawnSync(process.execPath, [cspell, ...options], { cwd: root, stdio: 'inherit' }).status ?? 1);
} finally {
  rmSync(folder, { recursive: true });
}
