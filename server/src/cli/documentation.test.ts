import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from './commands.ts';

const root = join(import.meta.dirname, '../../..');
const program = new Command('waypost');
beforeAll(async () => {
  for (const load of Object.values(commands)) (await load())(program);
});

function commandsIn(page: string): string[][] {
  const blocks = page.matchAll(/^```sh\n(.*?)^```/gms);
  return [...blocks].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      // A command can contain another command as `"$(npx waypost …)"`.
      .flatMap((line) => line.split('npx waypost ').slice(1))
      .map((rest) => rest.replace(/["']?\$\($/, '').split(/[#|>;&)]/, 1)[0] ?? '')
      .map((written) => written.trim().split(/\s+/)),
  );
}

function commandsInSentences(page: string): string[][] {
  const calls = page.matchAll(/(?:`|^sudo )(?:npx )?waypost ([a-z][^`\n]*)/gm);
  return [...calls].map(([, written = '']) => written.trim().split(/\s+/));
}

function findProblems(words: readonly string[]): string[] {
  let command = program;
  let depth = 0;
  for (const word of words) {
    const inside = command.commands.find((one) => one.name() === word);
    if (inside === undefined) break;
    command = inside;
    depth += 1;
  }
  if (depth === 0 && !words[0]?.startsWith('-')) return [`unknown command ${words[0]}`];
  const written = words.filter((word) => word.startsWith('--')).map((word) => word.split('=', 1)[0] ?? '');
  const known = new Set(['--help', '--version', ...command.options.map(({ long }) => long)]);
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ long }) => long ?? '');
  const isHelp = written.includes('--help');
  return [
    ...written.filter((option) => !known.has(option)).map((option) => `unknown option ${option}`),
    ...required
      .filter((option) => !isHelp && !written.includes(option))
      .map((option) => `missing option ${option}`),
  ];
}

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const examples = pages.flatMap((page) =>
  commandsIn(readFileSync(join(root, page), 'utf8')).map((words) => [page, words] as const),
);

// The changelog mentions commands from earlier versions.
const sentences = pages
  .filter((page) => page !== 'CHANGELOG.md')
  .flatMap((page) =>
    commandsInSentences(readFileSync(join(root, page), 'utf8')).map((words) => [page, words] as const),
  );

describe('commands in the documentation', () => {
  it('are found by the patterns in this test', () => {
    expect(examples.length).toBeGreaterThan(20);
    expect(sentences.length).toBeGreaterThan(20);
  });

  it.each(examples)('%s: %j is a known command with known options', (_, words) => {
    expect(findProblems(words)).toEqual([]);
  });

  it.each(sentences)('%s: %j in running text is a known command with known options', (_, words) => {
    expect(findProblems(words).filter((problem) => !problem.startsWith('missing'))).toEqual([]);
  });

  it('are reported when a command or option is unknown or a required option is missing', () => {
    expect(findProblems(['erse'])).toEqual(['unknown command erse']);
    expect(findProblems(['erase', '--click', 'ID'])).toEqual(
      expect.arrayContaining(['unknown option --click', 'missing option --click-id']),
    );
  });
});
