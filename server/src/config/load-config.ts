import { readFileSync } from 'node:fs';
import { describeError } from '../platform/errors.ts';
import { quoteUnlessSecret } from './parsers.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Variable } from './variable.ts';
import { variables, type ConfigValues, type VariableName } from './variables.ts';

export type Environment = Record<string, string | undefined>;

export type LoadedConfig = {
  values: ConfigValues;
  sources: Record<VariableName, 'environment' | 'file' | 'default'>;
  warnings: string[];
};

export const variableNames = Object.keys(variables) as VariableName[];

/** Reads and checks the environment. Throws one error that lists all problems. */
export function loadConfig(environment: Environment = process.env): LoadedConfig {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const name of variableNames) {
    try {
      const { text, source } = readVariable(name, environment);
      sources[name] = source;
      values[name] = text === '' ? undefined : parseVariable(name, text);
    } catch (error) {
      problems.push(describeError(error));
    }
  }
  problems.push(...checkAutomaticBackups(sources, values['WAYPOST_BACKUP_TO']));
  if (values['WAYPOST_DOMAIN'] !== undefined && values['WAYPOST_TRACKING_DOMAIN'] === undefined)
    problems.push('WAYPOST_DOMAIN is set, but WAYPOST_TRACKING_DOMAIN is not. Set both, to different hosts.');
  if (
    values['WAYPOST_DOMAIN'] !== undefined &&
    values['WAYPOST_DOMAIN'] === values['WAYPOST_TRACKING_DOMAIN']
  )
    problems.push('WAYPOST_DOMAIN and WAYPOST_TRACKING_DOMAIN must be different hosts.');
  if ((values['WAYPOST_ACME_EAB_ID'] === undefined) !== (values['WAYPOST_ACME_EAB_KEY'] === undefined))
    problems.push('WAYPOST_ACME_EAB_ID and WAYPOST_ACME_EAB_KEY must be set together.');
  if (problems.length > 0) {
    throw new OperatorError(
      'configuration',
      `Invalid configuration (${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}):\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
  return { values, sources, warnings: findUnknownVariables(environment) } as LoadedConfig;
}

function checkAutomaticBackups(sources: Readonly<Record<string, string>>, to: unknown): string[] {
  if (typeof to !== 'string') return [];
  const isMissing = (name: VariableName) => sources[name] === 'default';
  const problems: string[] = [];
  if (isMissing('WAYPOST_BACKUP_PASSPHRASE') && isMissing('WAYPOST_BACKUP_AGE_RECIPIENT'))
    problems.push(
      'WAYPOST_BACKUP_TO is set, but the passphrase that encrypts the secrets in the backups is missing. Set WAYPOST_BACKUP_PASSPHRASE_FILE or WAYPOST_BACKUP_PASSPHRASE. With an age key pair, set WAYPOST_BACKUP_AGE_RECIPIENT instead.',
    );
  const keys = ['WAYPOST_BACKUP_S3_ACCESS_KEY_ID', 'WAYPOST_BACKUP_S3_SECRET_ACCESS_KEY'] as const;
  if (to.startsWith('s3://') && keys.some(isMissing))
    problems.push(
      'WAYPOST_BACKUP_TO is a bucket, but its access key is missing. Set WAYPOST_BACKUP_S3_ACCESS_KEY_ID and WAYPOST_BACKUP_S3_SECRET_ACCESS_KEY_FILE.',
    );
  return problems;
}

function readVariable(name: VariableName, environment: Environment): { text: string; source: string } {
  const direct = environment[name]?.trim() ?? '';
  const file = environment[`${name}_FILE`]?.trim() ?? '';
  if (direct !== '' && file !== '')
    throw new Error(`${name} and ${name}_FILE are both set. Remove one of them.`);
  if (direct !== '') return { text: direct, source: 'environment' };
  if (file === '') return { text: variables[name].default, source: 'default' };
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text === '' ? { text: variables[name].default, source: 'default' } : { text, source: 'file' };
  } catch (error) {
    throw new Error(`Failed to read ${name}_FILE: ${describeError(error)}`, { cause: error });
  }
}

function parseVariable(name: VariableName, text: string): unknown {
  const variable: Variable = variables[name];
  try {
    return variable.parse(text);
  } catch (error) {
    const reason = describeError(error);
    const isQuoted = variable.secret !== undefined || reason.includes(', not "');
    throw new Error(`${name} must ${reason}${isQuoted ? '' : quoteUnlessSecret(text)}`, { cause: error });
  }
}

function findUnknownVariables(environment: Environment): string[] {
  const known = new Set<string>(variableNames.flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(environment)
    .filter((name) => name.startsWith('WAYPOST_') && !known.has(name))
    .map((name) => `Unknown variable ${name}`);
}

// Needed to restore a backup, so they must be known anyway. A backup must not give access to the other backups.
const notBackedUp = new Set<VariableName>([
  'WAYPOST_BACKUP_PASSPHRASE',
  'WAYPOST_BACKUP_S3_SECRET_ACCESS_KEY',
]);

// Returns the variables that are set, as they are set, so that a backup can contain them.
export function listSetVariables(environment: Environment = process.env): Record<string, string> {
  const names = variableNames.filter((name) => !notBackedUp.has(name));
  const entries = names.map((name) => [name, readVariable(name, environment)] as const);
  return Object.fromEntries(
    entries.filter(([, { source }]) => source !== 'default').map(([name, { text }]) => [name, text]),
  );
}
