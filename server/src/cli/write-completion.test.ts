import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemCode } from '../platform/errors.ts';
import { commands } from './commands.ts';
import { describeCommands, shells, writeCompletion } from './write-completion.ts';

const program = new Command('waypost');
beforeAll(async () => {
  for (const load of Object.values(commands)) (await load())(program);
});

function complete(...words: string[]): string[] {
  const script = `${writeCompletion('bash', describeCommands(program))}
    COMP_WORDS=(waypost "$@"); COMP_CWORD=$#; _waypost; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

describe('bash completion', () => {
  it.each([
    [['st'], ['start']],
    [['costs', ''], expect.arrayContaining(['import', 'list', 'withdraw'])],
    [
      ['costs', 'import', '--w'],
      ['--workspace', '--withdraw-overlapping'],
    ],
    [['key', 'create', '--workspace', 'ID', '--sco'], ['--scope']],
    [['key', 'create', '--scope', 'r'], ['read']],
    [['completion', ''], expect.arrayContaining([...shells])],
    [['export', '--workspace', ''], []],
  ])('completes %j', (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });
});

it.each(shells)('the %s script contains every command and option', (shell) => {
  const script = writeCompletion(shell, describeCommands(program));
  for (const { commands: inside, options } of describeCommands(program)) {
    for (const { name } of inside) expect(script).toMatch(new RegExp(`['\\s]${name}\\b`));
    for (const { name } of options)
      expect(script).toContain(shell === 'fish' ? name.replace(/^--?/, '') : name);
  }
});

it.for(shells)('the %s script has valid syntax', (shell, { skip }) => {
  try {
    execFileSync(shell, ['-n'], { input: writeCompletion(shell, describeCommands(program)) });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    skip(`${shell} is not installed`);
  }
});

it('the command table in the documentation lists every command', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
  const table = page.slice(page.indexOf('| Command'), page.indexOf('## JSON output'));
  for (const name of Object.keys(commands)) expect(table).toMatch(new RegExp(`\`${name}\\b`));
  for (const { path, commands: inside } of describeCommands(program).filter(({ path: at }) => at !== ''))
    for (const { name } of inside)
      expect(table, `${path} ${name}`).toMatch(new RegExp(`\`${path} ${name}\`|\`${path} .*\`${name}\``));
});
