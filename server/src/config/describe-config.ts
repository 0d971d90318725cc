import type { LoadedConfig } from './load-config.ts';
import { variableNames } from './load-config.ts';
import { variables, type Variable } from './variables.ts';

export type DescribedVariable = { name: string; value: string; source: string };

/** The effective values as a person may see them: secrets are masked, passwords inside URLs too. */
export function describeConfig(config: LoadedConfig): DescribedVariable[] {
  return variableNames.map((name) => {
    const variable: Variable = variables[name];
    const value = config.values[name];
    const shown = value === undefined ? '' : typeof value === 'object' ? formatList(value) : String(value);
    return { name, value: variable.secret === true ? mask(shown) : shown, source: config.sources[name] };
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

function mask(value: string): string {
  if (value === '') return '';
  if (!URL.canParse(value)) return '********';
  const url = new URL(value);
  if (url.password !== '') url.password = '********';
  // Drivers also take passwords as parameters; which ones is theirs to know, so none is shown.
  if (url.search !== '') url.search = '?********';
  return url.href;
}

/** The reference table of the documentation. */
export function configTable(): string {
  const rows = variableNames.map((name) => {
    const { default: value, unit, whenEmpty, about }: Variable = variables[name];
    const effective = value === '' ? `not set: ${whenEmpty}` : `\`${value}\``;
    return `| \`${name}\` | ${about}${unit === undefined ? '' : ` Unit: ${unit}.`} | ${effective} |`;
  });
  return ['| Variable | What it does | Default |', '|---|---|---|', ...rows].join('\n');
}
