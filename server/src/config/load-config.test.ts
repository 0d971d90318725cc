import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperatorError } from '../platform/operator-error.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { loadConfig, variableNames, type Environment } from './load-config.ts';
import { variables, type Variable } from './variables.ts';

function refusal(environment: Environment): OperatorError {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

function makeFile(content: string): string {
  const file = join(makeTemporaryDirectory(), 'value');
  writeFileSync(file, content);
  return file;
}

describe('an empty environment', () => {
  it('is a complete configuration: every value is its default or not set', () => {
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
  it('is trimmed and parsed, and its source is the environment', () => {
    const { values, sources } = loadConfig({
      WAYPOST_PORT: ' 9000\n',
      WAYPOST_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    });
    expect(values.WAYPOST_PORT).toBe(9_000);
    expect(values.WAYPOST_TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1/128']);
    expect(sources).toMatchObject({ WAYPOST_PORT: 'environment', WAYPOST_HOST: 'default' });
  });

  it.each(['clickhouse', 'postgres'] as const)('says that traffic is kept in %s', (store) => {
    expect(loadConfig({ WAYPOST_TRAFFIC_STORE: store }).values.WAYPOST_TRAFFIC_STORE).toBe(store);
  });

  it('cannot ask for traffic in anything else', () => {
    expect(refusal({ WAYPOST_TRAFFIC_STORE: 'sqlite' }).message).toContain(
      'WAYPOST_TRAFFIC_STORE must be one of clickhouse, postgres, not "sqlite"',
    );
  });

  it.each(['', '   '])('that is %j counts as not set', (empty) => {
    const { values, sources } = loadConfig({ WAYPOST_PORT: empty, WAYPOST_DATABASE_URL: empty });
    expect(values.WAYPOST_PORT).toBe(8_080);
    expect(values.WAYPOST_DATABASE_URL).toBeUndefined();
    expect(sources.WAYPOST_PORT).toBe('default');
  });

  it('can come from the file that NAME_FILE names, without the line end of that file', () => {
    const { values, sources } = loadConfig({ WAYPOST_SESSION_SECRET_FILE: makeFile('out-of-a-file\r\n') });
    expect(values.WAYPOST_SESSION_SECRET).toBe('out-of-a-file');
    expect(sources.WAYPOST_SESSION_SECRET).toBe('file');
  });

  it.each(['', '\n', ' \t\r\n'])('has its default, and says so, when its file holds only %j', (blank) => {
    const file = makeFile(blank);
    const { values, sources } = loadConfig({ WAYPOST_PORT_FILE: file, WAYPOST_DATABASE_URL_FILE: file });
    expect(values.WAYPOST_PORT).toBe(8_080);
    expect(values.WAYPOST_DATABASE_URL).toBeUndefined();
    expect(sources).toMatchObject({ WAYPOST_PORT: 'default', WAYPOST_DATABASE_URL: 'default' });
  });

  it('may be empty beside its NAME_FILE, and the other way round', () => {
    const file = makeFile('9001');
    expect(loadConfig({ WAYPOST_PORT: '', WAYPOST_PORT_FILE: file }).values.WAYPOST_PORT).toBe(9_001);
    expect(loadConfig({ WAYPOST_PORT: '9002', WAYPOST_PORT_FILE: ' ' }).values.WAYPOST_PORT).toBe(9_002);
  });

  it('is refused when NAME and NAME_FILE are both set, although both say the same', () => {
    const error = refusal({ WAYPOST_PORT: '9000', WAYPOST_PORT_FILE: makeFile('9000') });
    expect(error.message).toContain('WAYPOST_PORT and WAYPOST_PORT_FILE are both set: keep one of them');
  });

  it('is refused when its file cannot be read, and the message names variable and file', () => {
    const missing = join(makeTemporaryDirectory(), 'missing');
    const { message } = refusal({ WAYPOST_COOKIE_SECRET_FILE: missing });
    expect(message).toContain('WAYPOST_COOKIE_SECRET_FILE cannot be read');
    expect(message).toContain(missing);
  });

  it('out of a file is checked like any other', () => {
    expect(refusal({ WAYPOST_PORT_FILE: makeFile('many') }).message).toContain(
      'WAYPOST_PORT must be a whole number from 0 to 65535, not "many"',
    );
  });
});

describe('a wrong configuration', () => {
  it('is reported as a whole, one line a problem, under the exit code for configuration', () => {
    const error = refusal({
      WAYPOST_PORT: '70000',
      WAYPOST_LOG_LEVEL: 'loud',
      WAYPOST_PUBLIC_URL: 'example.com',
      WAYPOST_TRUSTED_PROXIES: '10.0.0.0/8,proxy',
      WAYPOST_HOST: 'fine',
    });
    expect(error.reason).toBe('configuration');
    expect(error.message.split('\n')).toEqual([
      'the configuration has 4 problems:',
      '  - WAYPOST_PORT must be a whole number from 0 to 65535, not "70000"',
      '  - WAYPOST_PUBLIC_URL must be an absolute http or https URL without user, query or fragment, not "example.com"',
      '  - WAYPOST_TRUSTED_PROXIES must hold addresses or networks such as 10.0.0.0/8, not "proxy"',
      '  - WAYPOST_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
    ]);
  });

  it('speaks of a single problem in the singular', () => {
    expect(refusal({ WAYPOST_PORT: 'x' }).message).toMatch(/^the configuration has a problem:\n {2}- /);
  });

  it('names every wrong variable, whichever they are', () => {
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
        const { message } = refusal(Object.fromEntries(wrong.map((name) => [name, 'x'])));
        const named = [...message.matchAll(/- (\w+) must/g)].map((match) => match[1]);
        expect(named).toEqual(wrong);
      }),
    );
  });

  it('never repeats the value of a secret, wherever it came from', () => {
    const secretNames = variableNames.filter((name) => (variables[name] as Variable).secret !== undefined);
    const environment = Object.fromEntries(secretNames.map((name) => [name, `oracle://u:hush-${name}@db`]));
    const direct = refusal(environment);
    expect(direct.message).toContain('WAYPOST_DATABASE_URL must be a URL that begins with postgres://');
    expect(direct.message).toContain('WAYPOST_CLICKHOUSE_URL must be a URL that begins with http://');
    expect(direct.message).not.toContain('hush');
    const fromFiles = refusal(
      Object.fromEntries(secretNames.map((name) => [`${name}_FILE`, makeFile('oracle://u:hush@db')])),
    );
    expect(fromFiles.message).not.toContain('hush');
    const both = refusal({ WAYPOST_COOKIE_SECRET: 'hush', WAYPOST_COOKIE_SECRET_FILE: makeFile('hush') });
    expect(both.message).not.toContain('hush');
  });

  it.each([
    ['WAYPOST_PUBLIC_URL', 'an absolute http or https URL without user, query or fragment'],
    ['WAYPOST_PORT', 'a whole number from 0 to 65535'],
    ['WAYPOST_LOG_LEVEL', 'one of trace, debug, info, warn, error, fatal, silent'],
  ])('never repeats a value of %s with an @, which may hold a password', (name, wanted) => {
    const expected = `the configuration has a problem:\n  - ${name} must be ${wanted}`;
    const value = 'https://u:hush@example.com';
    expect(refusal({ [name]: value }).message).toBe(expected);
    expect(refusal({ [`${name}_FILE`]: makeFile(value) }).message).toBe(expected);
  });

  it.each(['WAYPOST_TRUSTED_PROXIES', 'WAYPOST_OUTBOUND_ALLOW'])(
    'names a wrong item of %s, unless it has an @',
    (name) => {
      expect(refusal({ [name]: '10.0.0.0/8:1,nonsense' }).message).toMatch(/, not "/);
      expect(refusal({ [name]: 'https://u:hush@example.com' }).message).not.toContain('hush');
    },
  );
});

describe('an unknown variable', () => {
  it('is warned of when it begins like ours, and does not stop the start', () => {
    const { warnings } = loadConfig({ WAYPOST_PROT: '9000', PATH: '/bin', waypost_port: '1' });
    expect(warnings).toEqual(['WAYPOST_PROT is set, but there is no such setting']);
  });

  it('is not what a known variable with _FILE is', () => {
    expect(loadConfig({ WAYPOST_PORT_FILE: makeFile('9000') }).warnings).toEqual([]);
  });

  it('is warned of by name only, because its value may be a secret under a misspelt name', () => {
    const { warnings } = loadConfig({ WAYPOST_SESION_SECRET: 'hush' });
    expect(warnings.join()).not.toContain('hush');
    expect(warnings).toHaveLength(1);
  });
});

describe('the list of variables', () => {
  it.each(variableNames)('says of %s what it is about and what holds when it is not set', (name) => {
    const variable: Variable = variables[name];
    expect(name).toMatch(/^WAYPOST_[A-Z]+(_[A-Z]+)*$/);
    expect(variable.about).toMatch(/^[A-Z`].+\.$/);
    if (variable.default === '') expect(variable.whenEmpty).toMatch(/\S/);
    else expect(variable.parse(variable.default)).toBeDefined();
  });

  it('has no two names that NAME_FILE would confuse', () => {
    const all = variableNames.flatMap((name): string[] => [name, `${name}_FILE`]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('marks whatever carries a password or key as secret', () => {
    const marked = variableNames.filter((name) => (variables[name] as Variable).secret !== undefined);
    expect(marked).toEqual(
      expect.arrayContaining(variableNames.filter((name) => /SECRET|DATABASE_URL|CLICKHOUSE_URL/.test(name))),
    );
  });
});
