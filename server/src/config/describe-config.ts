import type { LoadedConfig } from './load-config.ts';
import { variableNames } from './load-config.ts';
import type { Variable } from './variable.ts';
import { variables } from './variables.ts';

type DescribedVariable = { name: string; value: string; source: string };

export function describeConfig(config: LoadedConfig): DescribedVariable[] {
  return variableNames.map((name) => {
    const variable: Variable = variables[name];
    const value = config.values[name];
    const shown = value === undefined ? '' : typeof value === 'object' ? formatList(value) : String(value);
    return { name, value: maskSecret(variable, shown), source: config.sources[name] };
  });
}

function formatList(items: readonly unknown[]): string {
  return items
    .map((item) => (typeof item === 'string' ? item : formatRule(item as { range: string; port: number })))
    .join(',');
}

function formatRule(rule: { range: string; port: number }): string {
  return rule.range.includes(':') ? `[${rule.range}]:${rule.port}` : `${rule.range}:${rule.port}`;
}

const hidden = '********';

function maskSecret(variable: Variable, shown: string): string {
  if (variable.secret === undefined || shown === '') return shown;
  return variable.secret === 'url' ? mask(shown) : hidden;
}

/** Masks the password in a URL, or the whole value if it is unclear which part is the password. */
function mask(value: string): string {
  const url = /^\w+:\/\//.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  // If a password is not escaped, the parser may treat part of it as the host or path.
  if (url === undefined || url.hostname === '' || /@.*@|[/?#\\].*@/s.test(value.replace(/^\w+:\/\//, '')))
    return hidden;
  const user = url.username === '' && url.password === '' ? '' : `${url.username}:${hidden}@`;
  return `${url.protocol}//${user}${url.host}${url.pathname}`;
}

export function configTable(): string {
  const rows = variableNames.map((name) => {
    const { default: value, unit, whenEmpty, about }: Variable = variables[name];
    const effective = value === '' ? whenEmpty : `\`${value}\``;
    const notes = unit === undefined ? [] : [`Unit: ${unit}.`];
    return `| \`${name}\` | ${[about, ...notes].join(' ')} | ${effective} |`;
  });
  return ['| Variable | Description | Default or effect if not set |', '|---|---|---|', ...rows].join('\n');
}
