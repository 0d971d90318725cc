import { Command } from 'commander';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';

function listLeafCommands(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(listLeafCommands);
}

function renderHelp(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

test.each(Object.keys(commands))('%s: every command has help with an example', async (name) => {
  const program = new Command('waypost');
  (await commands[name]?.())?.(program);
  const leaves = listLeafCommands(program);
  expect(leaves.length).toBeGreaterThan(0);
  for (const leaf of leaves) expect(renderHelp(leaf), leaf.name()).toContain('Example:');
});

test.each(Object.keys(commands))(
  '%s: the --workspace option is optional and mentions WAYPOST_WORKSPACE',
  async (name) => {
    const program = new Command('waypost');
    (await commands[name]?.())?.(program);
    for (const leaf of listLeafCommands(program))
      for (const option of leaf.options.filter(({ long }) => long === '--workspace'))
        expect([leaf.name(), option.mandatory, option.description]).toEqual([
          leaf.name(),
          false,
          expect.stringContaining('WAYPOST_WORKSPACE'),
        ]);
  },
);
