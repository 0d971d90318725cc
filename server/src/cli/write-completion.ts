import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

type Described = { name: string; description: string };
type DescribedOption = Described & { takesValue: boolean; choices: readonly string[] };
/**
 * A command. `path` contains the words that select the command, such as `costs import`, and is empty for the program
 * itself.
 */
type CommandNode = {
  path: string;
  commands: Described[];
  options: DescribedOption[];
  choices: readonly string[];
};

export function describeCommands(program: Command, path = ''): CommandNode[] {
  const inside = program.commands.filter((command) => command.name() !== 'help');
  const options = program
    .createHelp()
    .visibleOptions(program)
    .map(({ long, short, description, required, optional, argChoices }) => ({
      name: long ?? short ?? '',
      description,
      takesValue: required || optional,
      choices: argChoices ?? [],
    }));
  const node = {
    path,
    commands: inside.map((command) => ({ name: command.name(), description: command.description() })),
    options,
    choices: program.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
  return [
    node,
    ...inside.flatMap((command) => describeCommands(command, `${path} ${command.name()}`.trim())),
  ];
}

export function writeCompletion(shell: Shell, nodes: readonly CommandNode[]): string {
  return `${writers[shell](nodes).join('\n')}\n`;
}

const writers: Record<Shell, (nodes: readonly CommandNode[]) => string[]> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

/**
 * Finds the command in the words typed so far, skipping options. The shell variable is named `at`, because `path` means
 * PATH in zsh.
 */
function followWords(nodes: readonly CommandNode[], words: string): string[] {
  const steps = nodes.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  return [
    `  local at="" word`,
    `  for word in ${words}; do`,
    '    case "${at:+$at }$word" in',
    `      ${steps.join('|')}) at="\${at:+$at }$word" ;;`,
    '    esac',
    '  done',
  ];
}

function wordsOf({ commands, options, choices }: CommandNode): string[] {
  return [...commands.map(({ name }) => name), ...choices, ...options.map(({ name }) => name)];
}

function choicesOf(nodes: readonly CommandNode[]): { key: string; choices: readonly string[] }[] {
  return nodes.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ name, choices }) => ({ key: `${path}:${name}`, choices })),
  );
}

function valuesOf(nodes: readonly CommandNode[]): string[] {
  return nodes.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue, choices }) => takesValue && choices.length === 0)
      .map(({ name }) => quote(`${path}:${name}`)),
  );
}

function bashReply(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W ${quote(words.join(' '))} -- "$current"))`;
}

function writeBash(nodes: readonly CommandNode[]): string[] {
  return [
    '# bash completion for waypost',
    '_waypost() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
    ...followWords(nodes, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"'),
    '  COMPREPLY=()',
    '  case "$at:$previous" in',
    ...choicesOf(nodes).map(({ key, choices }) => `    ${quote(key)}) ${bashReply(choices)}; return ;;`),
    `    ${valuesOf(nodes).join('|')}) return ;;`,
    '  esac',
    '  case "$at" in',
    ...nodes.map((node) => `    ${quote(node.path)}) ${bashReply(wordsOf(node))} ;;`),
    '  esac',
    '}',
    '# Completes file names if nothing matches.',
    'complete -o default -F _waypost waypost',
  ];
}

function zshItems(list: readonly Described[]): string {
  return list
    .map(({ name, description }) => quote(`${name.replaceAll(':', '\\:')}:${description}`))
    .join(' ');
}

function writeZsh(nodes: readonly CommandNode[]): string[] {
  return [
    '#compdef waypost',
    '_waypost() {',
    ...followWords(nodes, '"${(@)words[2,CURRENT-1]}"'),
    '  local -a items',
    '  case "$at:${words[CURRENT-1]}" in',
    ...choicesOf(nodes).map(
      ({ key, choices }) => `    ${quote(key)}) compadd -- ${choices.map(quote).join(' ')}; return ;;`,
    ),
    `    ${valuesOf(nodes).join('|')}) _files; return ;;`,
    '  esac',
    '  case "$at" in',
    ...nodes.map(({ path, commands, options, choices }) => {
      const described = [...commands, ...choices.map((name) => ({ name, description: name })), ...options];
      return `    ${quote(path)}) items=(${zshItems(described)}) ;;`;
    }),
    '  esac',
    "  _describe 'waypost' items || _files",
    '}',
    '# This file is the function itself when autoloaded from $fpath. When sourced, it registers the function.',
    'if [ "${funcstack[1]}" = "_waypost" ]; then _waypost "$@"; else compdef _waypost waypost; fi',
  ];
}

function writeFish(nodes: readonly CommandNode[]): string[] {
  return [
    '# fish completion for waypost',
    ...nodes.flatMap(({ path, commands, options, choices }) => {
      const seen = path.split(' ').filter((name) => name !== '');
      const inside = commands.map(({ name }) => name).join(' ');
      const conditions = [
        ...seen.map((name) => `__fish_seen_subcommand_from ${name}`),
        ...(inside === '' ? [] : [`not __fish_seen_subcommand_from ${inside}`]),
      ];
      const when = `complete -c waypost -n ${quote(conditions.join('; and '))}`;
      return [
        ...commands.map(({ name, description }) => `${when} -f -a ${quote(name)} -d ${quote(description)}`),
        ...(choices.length === 0 ? [] : [`${when} -f -a ${quote(choices.join(' '))}`]),
        ...options.map(({ name, description, takesValue, choices: values }) => {
          const value = values.length > 0 ? ` -x -a ${quote(values.join(' '))}` : takesValue ? ' -r' : '';
          return `${when} ${name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`}${value} -d ${quote(description)}`;
        }),
      ];
    }),
  ];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
