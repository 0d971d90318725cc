import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperatorError } from '../platform/operator-error.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { loadConfig, listSetVariables, variableNames, type Environment } from './load-config.ts';
import type { Variable } from './variable.ts';
import { variables } from './variables.ts';

function loadError(environment: Environment): OperatorError {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
  throw new Error('Expected the configuration to be rejected');
}

function makeFile(content: string): string {
  const file = join(makeTemporaryDirectory(), 'value');
  writeFileSync(file, content);
  return file;
}

describe('an empty environment', () => {
  it('is valid: every value is its default or unset', () => {
    const { values, sources, warnings } = loadConfig({});
    expect(values).toMatchObject({
      WAYPOST_DATA_DIR: './data',
      WAYPOST_HOST: '127.0.0.1',
      WAYPOST_PORT: 8_080,
      WAYPOST_SPOOL_MAX_BYTES: 20 * 1024 ** 3,
      WAYPOST_LOG_LEVEL: 'info',
      WAYPOST_DATABASE_URL: undefined,
      WAYPOST_TRAFFIC_STORE: undefined,
      WAYPOST_TRUSTED_PROXIES: undefined,
    });
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
    expect(warnings).toEqual([]);
  });
});

describe('a variable', () => {
  it('is trimmed and parsed, and has the source "environment"', () => {
    const { values, sources } = loadConfig({
      WAYPOST_PORT: ' 9000\n',
      WAYPOST_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    });
    expect(values.WAYPOST_PORT).toBe(9_000);
    expect(values.WAYPOST_TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1/128']);
    expect(sources).toMatchObject({ WAYPOST_PORT: 'environment', WAYPOST_HOST: 'default' });
  });

  it.each(['clickhouse', 'postgres'] as const)('can select %s as the traffic store', (store) => {
    expect(loadConfig({ WAYPOST_TRAFFIC_STORE: store }).values.WAYPOST_TRAFFIC_STORE).toBe(store);
  });

  it('is rejected if it names an unknown traffic store', () => {
    expect(loadError({ WAYPOST_TRAFFIC_STORE: 'sqlite' }).message).toContain(
      'WAYPOST_TRAFFIC_STORE must be one of clickhouse, postgres, not "sqlite"',
    );
  });

  it.each(['', '   '])('is unset if its value is %j', (empty) => {
    const { values, sources } = loadConfig({ WAYPOST_PORT: empty, WAYPOST_DATABASE_URL: empty });
    expect(values.WAYPOST_PORT).toBe(8_080);
    expect(values.WAYPOST_DATABASE_URL).toBeUndefined();
    expect(sources.WAYPOST_PORT).toBe('default');
  });

  it('is read from the file in NAME_FILE without its trailing line break', () => {
    const { values, sources } = loadConfig({ WAYPOST_SESSION_SECRET_FILE: makeFile('out-of-a-file\r\n') });
    expect(values.WAYPOST_SESSION_SECRET).toBe('out-of-a-file');
    expect(sources.WAYPOST_SESSION_SECRET).toBe('file');
  });

  it.each(['', '\n', ' \t\r\n'])(
    'has its default and the source "default" if its file contains only %j',
    (blank) => {
      const file = makeFile(blank);
      const { values, sources } = loadConfig({ WAYPOST_PORT_FILE: file, WAYPOST_DATABASE_URL_FILE: file });
      expect(values.WAYPOST_PORT).toBe(8_080);
      expect(values.WAYPOST_DATABASE_URL).toBeUndefined();
      expect(sources).toMatchObject({ WAYPOST_PORT: 'default', WAYPOST_DATABASE_URL: 'default' });
    },
  );

  it('may be empty when NAME_FILE is set, and vice versa', () => {
    const file = makeFile('9001');
    expect(loadConfig({ WAYPOST_PORT: '', WAYPOST_PORT_FILE: file }).values.WAYPOST_PORT).toBe(9_001);
    expect(loadConfig({ WAYPOST_PORT: '9002', WAYPOST_PORT_FILE: ' ' }).values.WAYPOST_PORT).toBe(9_002);
  });

  it('is rejected if NAME and NAME_FILE are both set, even to the same value', () => {
    const error = loadError({ WAYPOST_PORT: '9000', WAYPOST_PORT_FILE: makeFile('9000') });
    expect(error.message).toContain('WAYPOST_PORT and WAYPOST_PORT_FILE are both set. Remove one of them.');
  });

  it('is rejected with an error that names the variable and path if its file cannot be read', () => {
    const missing = join(makeTemporaryDirectory(), 'missing');
    const { message } = loadError({ WAYPOST_COOKIE_SECRET_FILE: missing });
    expect(message).toContain('Failed to read WAYPOST_COOKIE_SECRET_FILE');
    expect(message).toContain(missing);
  });

  it('is validated when read from a file', () => {
    expect(loadError({ WAYPOST_PORT_FILE: makeFile('many') }).message).toContain(
      'WAYPOST_PORT must be a whole number from 0 to 65535, not "many"',
    );
  });
});

describe('an invalid configuration', () => {
  it('is reported with one line per problem and the reason "configuration"', () => {
    const error = loadError({
      WAYPOST_PORT: '70000',
      WAYPOST_LOG_LEVEL: 'loud',
      WAYPOST_PUBLIC_URL: 'example.com',
      WAYPOST_TRUSTED_PROXIES: '10.0.0.0/8,proxy',
      WAYPOST_HOST: 'fine',
    });
    expect(error.reason).toBe('configuration');
    expect(error.message.split('\n')).toEqual([
      'Invalid configuration (4 problems):',
      '  - WAYPOST_PORT must be a whole number from 0 to 65535, not "70000"',
      '  - WAYPOST_PUBLIC_URL must be an absolute http or https URL without user, query or fragment, not "example.com"',
      '  - WAYPOST_TRUSTED_PROXIES must be a list of addresses or networks such as 10.0.0.0/8, not "proxy"',
      '  - WAYPOST_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
    ]);
  });

  it('is reported if automatic backups have no passphrase, by variable or file', () => {
    const missing = 'Set WAYPOST_BACKUP_PASSPHRASE_FILE or WAYPOST_BACKUP_PASSPHRASE.';
    const folder = { WAYPOST_BACKUP_TO: '/backup' };
    expect(loadError(folder)).toMatchObject({
      reason: 'configuration',
      message: expect.stringContaining(missing) as string,
    });
    const withPassphrase = [
      { WAYPOST_BACKUP_PASSPHRASE: 'p' },
      { WAYPOST_BACKUP_PASSPHRASE_FILE: makeFile('p\n') },
      { WAYPOST_BACKUP_AGE_RECIPIENT: 'age1' },
    ];
    for (const passphrase of withPassphrase)
      expect(loadConfig({ ...folder, ...passphrase }).values.WAYPOST_BACKUP_TO).toBe('/backup');
    const unreadable = { WAYPOST_BACKUP_PASSPHRASE_FILE: join(makeTemporaryDirectory(), 'missing') };
    const { message } = loadError({ ...folder, ...unreadable });
    expect(message).toMatch(/\(1 problem\):\n {2}- Failed to read WAYPOST_BACKUP_PASSPHRASE_FILE/);
  });

  it('is reported if automatic backups to a bucket have no access key', () => {
    const bucket = { WAYPOST_BACKUP_TO: 's3://backups', WAYPOST_BACKUP_PASSPHRASE: 'p' };
    const id = { WAYPOST_BACKUP_S3_ACCESS_KEY_ID: 'id' };
    for (const environment of [bucket, { ...bucket, ...id }])
      expect(loadError(environment).message).toContain('its access key is missing');
    const complete = { ...bucket, ...id, WAYPOST_BACKUP_S3_SECRET_ACCESS_KEY: 's' };
    expect(loadConfig(complete).values.WAYPOST_BACKUP_TO).toBe('s3://backups');
    expect(Object.keys(listSetVariables(complete))).toEqual([
      'WAYPOST_BACKUP_TO',
      'WAYPOST_BACKUP_S3_ACCESS_KEY_ID',
    ]);
  });

  it('is reported in the singular if there is one problem', () => {
    expect(loadError({ WAYPOST_PORT: 'x' }).message).toMatch(/^Invalid configuration \(1 problem\):\n {2}- /);
  });

  it('is reported with the name of every invalid variable', () => {
    const numbers = [
      'WAYPOST_PORT',
      'WAYPOST_EDGE_PORT',
      'WAYPOST_METRICS_PORT',
      'WAYPOST_SPOOL_MAX_BYTES',
      'WAYPOST_SPOOL_MAX_DISK_PERCENT',
      'WAYPOST_RATE_LIMIT',
      'WAYPOST_RATE_BURST',
    ];
    fc.assert(
      fc.property(fc.subarray(numbers, { minLength: 1 }), (wrong) => {
        const { message } = loadError(Object.fromEntries(wrong.map((name) => [name, 'x'])));
        const named = [...message.matchAll(/- (\w+) must/g)].map((match) => match[1]);
        expect(named).toEqual(wrong);
      }),
    );
  });

  it('is reported without the values of secrets from the environment or from files', () => {
    const secretNames = variableNames.filter((name) => (variables[name] as Variable).secret !== undefined);
    const environment = Object.fromEntries(secretNames.map((name) => [name, `oracle://u:hush-${name}@db`]));
    const direct = loadError(environment);
    expect(direct.message).toContain('WAYPOST_DATABASE_URL must be a URL that begins with postgres://');
    expect(direct.message).toContain('WAYPOST_CLICKHOUSE_URL must be a URL that begins with http://');
    expect(direct.message).not.toContain('hush');
    const fromFiles = loadError(
      Object.fromEntries(secretNames.map((name) => [`${name}_FILE`, makeFile('oracle://u:hush@db')])),
    );
    expect(fromFiles.message).not.toContain('hush');
    const both = loadError({ WAYPOST_COOKIE_SECRET: 'hush', WAYPOST_COOKIE_SECRET_FILE: makeFile('hush') });
    expect(both.message).not.toContain('hush');
  });

  it.each([
    ['WAYPOST_PUBLIC_URL', 'an absolute http or https URL without user, query or fragment'],
    ['WAYPOST_PORT', 'a whole number from 0 to 65535'],
    ['WAYPOST_LOG_LEVEL', 'one of trace, debug, info, warn, error, fatal, silent'],
  ])('is reported without a value of %s that contains @, which may be a password', (name, wanted) => {
    const expected = `Invalid configuration (1 problem):\n  - ${name} must be ${wanted}`;
    const value = 'https://u:hush@example.com';
    expect(loadError({ [name]: value }).message).toBe(expected);
    expect(loadError({ [`${name}_FILE`]: makeFile(value) }).message).toBe(expected);
  });

  it.each(['WAYPOST_TRUSTED_PROXIES', 'WAYPOST_OUTBOUND_ALLOW'])(
    'is reported with the invalid item in %s unless it contains @',
    (name) => {
      expect(loadError({ [name]: '10.0.0.0/8:1,nonsense' }).message).toMatch(/, not "/);
      expect(loadError({ [name]: 'https://u:hush@example.com' }).message).not.toContain('hush');
    },
  );
});

describe('an unknown variable', () => {
  it('causes a warning if it starts with WAYPOST_', () => {
    const { warnings } = loadConfig({ WAYPOST_PROT: '9000', PATH: '/bin', waypost_port: '1' });
    expect(warnings).toEqual(['Unknown variable WAYPOST_PROT']);
  });

  it('is not reported if it is a known variable with the suffix _FILE', () => {
    expect(loadConfig({ WAYPOST_PORT_FILE: makeFile('9000') }).warnings).toEqual([]);
  });

  it('is reported without its value, which may be a secret with a misspelled name', () => {
    const { warnings } = loadConfig({ WAYPOST_SESION_SECRET: 'hush' });
    expect(warnings.join()).not.toContain('hush');
    expect(warnings).toHaveLength(1);
  });
});

describe('the variable list', () => {
  it.each(variableNames)('describes %s and its default or the effect of leaving it unset', (name) => {
    const variable: Variable = variables[name];
    expect(name).toMatch(/^WAYPOST_[A-Z]+(_[A-Z0-9]+)*$/);
    expect(variable.about).toMatch(/^[A-Z`].+\.$/);
    if (variable.default === '') expect(variable.whenEmpty).toMatch(/\S/);
    else expect(variable.parse(variable.default)).toBeDefined();
  });

  it('has no name that collides with the NAME_FILE of another variable', () => {
    const all = variableNames.flatMap((name): string[] => [name, `${name}_FILE`]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('marks variables that contain a password or key as secret', () => {
    const marked = variableNames.filter((name) => (variables[name] as Variable).secret !== undefined);
    expect(marked).toEqual(
      expect.arrayContaining(variableNames.filter((name) => /SECRET|DATABASE_URL|CLICKHOUSE_URL/.test(name))),
    );
  });
});
