import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configTable, describeConfig } from './describe-config.ts';
import { loadConfig, variableNames, type Environment } from './load-config.ts';
import type { Variable } from './variable.ts';
import { variables } from './variables.ts';

function describeValues(environment: Environment): Record<string, string> {
  return Object.fromEntries(describeConfig(loadConfig(environment)).map(({ name, value }) => [name, value]));
}

const prefixes = ['', 'abc:', 'hush:', 'https://', 'https://u:', 'postgres://waypost:12@', 'file:///'];
const secretKeys = fc
  .tuple(fc.constantFrom(...prefixes), fc.stringMatching(/^hush[0-9A-Za-z_+/:=!@#$%^&*()~.-]{4,40}$/))
  .map((parts) => parts.join(''));

describe('describeConfig', () => {
  it('lists every variable once with its effective value and source', () => {
    const described = describeConfig(loadConfig({ WAYPOST_PORT: '9000' }));
    expect(described.map(({ name }) => name)).toEqual(variableNames);
    expect(described).toContainEqual({ name: 'WAYPOST_PORT', value: '9000', source: 'environment' });
    expect(described).toContainEqual({ name: 'WAYPOST_HOST', value: '127.0.0.1', source: 'default' });
    expect(described).toContainEqual({ name: 'WAYPOST_DATABASE_URL', value: '', source: 'default' });
  });

  it('formats lists so that they can be parsed again', () => {
    const environment = {
      WAYPOST_TRUSTED_PROXIES: '10.0.0.0/8,::1',
      WAYPOST_OUTBOUND_ALLOW: '127.0.0.1/32:9000,[fd00::/8]:80',
    };
    const first = describeValues(environment);
    expect(first).toMatchObject({
      WAYPOST_TRUSTED_PROXIES: '10.0.0.0/8,::1/128',
      WAYPOST_OUTBOUND_ALLOW: '127.0.0.1/32:9000,[fd00::/8]:80',
    });
    expect(loadConfig({ ...first }).values).toEqual(loadConfig(environment).values);
  });

  it('masks secrets of any length with the same text', () => {
    expect(
      describeValues({ WAYPOST_SESSION_SECRET: 'hush', WAYPOST_COOKIE_SECRET: 'hush'.repeat(20) }),
    ).toMatchObject({
      WAYPOST_SESSION_SECRET: '********',
      WAYPOST_COOKIE_SECRET: '********',
    });
  });

  it.each([
    'abc:correct-horse-battery',
    'https://hush.example/key',
    'hush:correct-horse',
    'postgres://u:p@h/d',
  ])('masks the whole secret %s although it looks like a URL', (secret) => {
    expect(describeValues({ WAYPOST_SESSION_SECRET: secret, WAYPOST_COOKIE_SECRET: secret })).toMatchObject({
      WAYPOST_SESSION_SECRET: '********',
      WAYPOST_COOKIE_SECRET: '********',
    });
  });

  it('shows the host in a database URL without the password and parameters', () => {
    const values = describeValues({
      WAYPOST_DATABASE_URL: 'postgres://waypost:hush@db.internal:5432/tracker?password=hush&sslmode=require',
      WAYPOST_CLICKHOUSE_URL: 'https://waypost:hush@ch.internal:8443/events',
    });
    expect(values).toMatchObject({
      WAYPOST_DATABASE_URL: 'postgres://waypost:********@db.internal:5432/tracker',
      WAYPOST_CLICKHOUSE_URL: 'https://waypost:********@ch.internal:8443/events',
    });
  });

  it('omits the fragment of a database URL', () => {
    expect(
      describeValues({ WAYPOST_CLICKHOUSE_URL: 'http://u:hush@h:8123/db#hush' }).WAYPOST_CLICKHOUSE_URL,
    ).toBe('http://u:********@h:8123/db');
  });

  it('shows a database URL without a user unchanged', () => {
    expect(
      describeValues({ WAYPOST_DATABASE_URL: 'postgresql://db.internal/tracker' }).WAYPOST_DATABASE_URL,
    ).toBe('postgresql://db.internal/tracker');
  });

  it.each([
    'postgres://waypost:12#hush@host/db',
    'postgres://waypost:12/hush@host/db',
    'postgres://waypost:12?hush@host/db',
    'postgres://a:b@hush@host/db',
    'postgres://waypost:12\\hush@host/db',
    'postgres://waypost:12/\nhush@host/db',
  ])('masks %s completely because an unescaped password cannot be separated from the host', (url) => {
    expect(describeValues({ WAYPOST_DATABASE_URL: url }).WAYPOST_DATABASE_URL).toBe('********');
    const overHttp = url.replace('postgres:', 'http:');
    expect(describeValues({ WAYPOST_CLICKHOUSE_URL: overHttp }).WAYPOST_CLICKHOUSE_URL).toBe('********');
  });

  it('never shows an unescaped password that contains URL delimiters', () => {
    const pieces = fc.stringMatching(/^[0-9]{1,4}[#/?@:]$/);
    fc.assert(
      fc.property(pieces, fc.domain(), (piece, host) => {
        const rest = `://waypost:${piece}hush@${host}/tracker`;
        const text = JSON.stringify(
          describeValues({ WAYPOST_DATABASE_URL: `postgres${rest}`, WAYPOST_CLICKHOUSE_URL: `https${rest}` }),
        );
        expect(text).not.toContain('hush');
      }),
    );
  });

  it('never shows the value of a secret key', () => {
    fc.assert(
      fc.property(secretKeys, secretKeys, (session, cookie) => {
        const text = JSON.stringify(
          describeValues({ WAYPOST_SESSION_SECRET: session, WAYPOST_COOKIE_SECRET: cookie }),
        );
        expect(text).not.toContain('hush');
      }),
    );
  });

  it('never shows the password in a database URL, raw or escaped', () => {
    const passwords = fc.string({ minLength: 1, maxLength: 20 }).map((rest) => `hush${rest}`);
    const urls = fc.record({
      password: passwords,
      user: fc.stringMatching(/^[a-z]{1,8}$/),
      host: fc.domain(),
      parameter: fc.constantFrom('', '?password=', '?sslmode=require&sslpassword='),
    });
    fc.assert(
      fc.property(urls, ({ password, user, host, parameter }) => {
        const escaped = encodeURIComponent(password);
        const rest = `://${user}:${escaped}@${host}/tracker${parameter === '' ? '' : parameter + escaped}`;
        const text = JSON.stringify(
          describeValues({ WAYPOST_DATABASE_URL: `postgres${rest}`, WAYPOST_CLICKHOUSE_URL: `https${rest}` }),
        );
        expect(text).not.toContain('hush');
        expect(text).toContain(host.toLowerCase());
      }),
    );
  });
});

describe('configTable', () => {
  it('has one row for each variable with its default or the effect of leaving it unset', () => {
    const rows = configTable().split('\n').slice(2);
    expect(rows.map((row) => /^\| `(\w+)` \|/.exec(row)?.[1])).toEqual(variableNames);
    for (const [index, name] of variableNames.entries()) {
      const variable: Variable = variables[name];
      const effective = variable.default === '' ? variable.whenEmpty : `\`${variable.default}\``;
      expect(rows[index]).toContain(variable.about);
      expect(rows[index]?.endsWith(`| ${effective} |`)).toBe(true);
    }
  });

  it('has three cells in every row', () => {
    for (const row of configTable().split('\n')) expect(row.split('|')).toHaveLength(5);
  });
});
