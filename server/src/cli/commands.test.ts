import { Command } from 'commander';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';

/** A command and all below it. */
function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

test.each(Object.keys(commands))('every command of %s has help with an example', async (name) => {
  const program = new Command('waypost');
  (await commands[name]?.())?.(program);
  const leaves = leavesOf(program);
  expect(leaves.length).toBeGreaterThan(0);
  for (const leaf of leaves) expect(helpOf(leaf), leaf.name()).toContain('Example:');
});

test.each(Object.keys(commands))(
  'no command of %s insists on --workspace, which has a default',
  async (name) => {
    const program = new Command('waypost');
    (await commands[name]?.())?.(program);
    for (const leaf of leavesOf(program))
      for (const option of leaf.options.filter(({ long }) => long === '--workspace'))
        expect([leaf.name(), option.mandatory, option.description]).toEqual([
          leaf.name(),
          false,
          expect.stringContaining('WAYPOST_WORKSPACE'),
        ]);
  },
);
