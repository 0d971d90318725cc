import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWaypostClient } from '../../../client/waypost-client.ts';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { Database } from '../../src/store/database/database.ts';
import {
  hasClickHouse,
  lightStoreEnvironment,
  needsClickHouse,
  testShards,
} from '../../src/testing/machine.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { readEngineAddresses } from '../../src/testing/product/product-traffic.ts';
import {
  command,
  lastJson,
  productEnvironment,
  removeDataDirectory,
  runCommand,
  startProduct,
  type CommandResult,
  type Product,
} from '../../src/testing/product/product.ts';
import { trackWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { rounds } from '../../src/testing/rounds.ts';

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const tokenPattern = /^wpk_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/;
const linkPattern = /^http\S+\/(?:reset|invite)#token=[\w-]{43}$/;

let product: Product;

beforeAll(async () => {
  product = await startProduct({ dataDirectory: makeDataDirectory() });
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

function run(...args: string[]): CommandResult {
  return runCommand(product, args);
}

function makeWorkspace(): string {
  return lastJson<{ id: string }>(
    run('workspace', 'create', '--name', 'Scripts', '--timezone', 'Europe/Berlin', '--json'),
  ).id;
}

describe('commands for scripts', () => {
  test('work while an instance is running', () => {
    const created = run('workspace', 'create', '--name', 'N', '--timezone', 'Europe/Berlin', '--json');
    expect(created.code).toBe(0);
    const { id: workspace } = lastJson<{ id: string }>(created);
    expect(workspace).toMatch(idPattern);
    for (const scope of ['read', 'write']) {
      for (const days of ['30', '90', '180'].slice(-rounds(1, 3))) {
        const key = lastJson<{ id: string; token: string }>(
          run(
            'key',
            'create',
            '--workspace',
            workspace,
            '--label',
            'L',
            '--scope',
            scope,
            '--expires',
            days,
            '--json',
          ),
        );
        expect(key.id).toMatch(idPattern);
        expect(key.token).toMatch(tokenPattern);
      }
    }
    const keys = lastJson<{ id: string; state: string }[]>(
      run('key', 'list', '--workspace', workspace, '--json'),
    );
    expect(keys).toHaveLength(2 * rounds(1, 3));
    expect(JSON.stringify(keys)).not.toContain('wpk_');
    const [first] = keys;
    const rotated = lastJson<{ id: string; token: string }>(
      run('key', 'rotate', '--workspace', workspace, '--id', first?.id ?? '', '--json'),
    );
    expect(rotated).toMatchObject({ id: first?.id, token: expect.stringMatching(tokenPattern) });
    expect(
      lastJson(run('key', 'revoke', '--workspace', workspace, '--id', first?.id ?? '', '--json')),
    ).toMatchObject({ id: first?.id, state: 'revoked' });
    for (const status of ['lapsed', 'active']) {
      expect(
        lastJson(run('subscription', 'set', '--workspace', workspace, '--status', status, '--json')),
      ).toMatchObject({ status });
    }
    const user = runCommand(
      product,
      ['user', 'create', '--workspace', workspace, '--email', 'e@example.com', '--password-stdin', '--json'],
      { input: 'copper lantern walrus\n' },
    );
    expect(lastJson(user)).toMatchObject({ id: expect.stringMatching(idPattern), role: 'owner' });
    const reset = lastJson(run('user', 'reset-link', '--email', 'e@example.com', '--json'));
    expect(reset).toMatchObject({ email: 'e@example.com', link: expect.stringMatching(linkPattern) });
    const invited = run(
      'user',
      'invite-link',
      '--workspace',
      workspace,
      '--email',
      'f@example.com',
      '--json',
    );
    expect(lastJson(invited)).toMatchObject({ role: 'member', link: expect.stringMatching(linkPattern) });
    expect(lastJson<{ id: string }[]>(run('workspace', 'list', '--json')).map((one) => one.id)).toContain(
      workspace,
    );
    // The output contains one ID per line and nothing else.
    expect(run('key', 'list', '--workspace', workspace, '--only', 'id').stdout).toBe(
      keys.map(({ id }) => `${id}\n`).join(''),
    );
    const disabled = run('user', 'second-factor-off', '--email', 'e@example.com', '--json');
    expect(disabled.code).toBe(exitCodes.refused);
    expect(lastJson(disabled)).toMatchObject({
      error: { code: 'CONFLICT', message: 'Two-factor authentication is off' },
    });
  });

  test('`alerts` lists open alerts in all workspaces', async () => {
    const workspace = makeWorkspace();
    const listed = () => lastJson<{ workspaceId: string }[]>(run('alerts', '--json'));
    expect(listed().filter(({ workspaceId }) => workspaceId === workspace)).toEqual([]);
    const database = new Database(readEngineAddresses(product).postgres, { connectionsMax: 1 });
    const message = 'The key L ends soon.';
    await database.asSystem((executor) =>
      sql`INSERT INTO alerts (id, workspace_id, kind, key, message, first_seen_at, last_seen_at, opened_at)
        VALUES (gen_random_uuid(), ${workspace}, 'expiring-key', 'key', ${message}, now(), now(), now())`.execute(
        executor,
      ),
    );
    await database.close();
    expect(listed()).toContainEqual(
      expect.objectContaining({ workspaceId: workspace, kind: 'expiring-key', message, recoveredAt: null }),
    );
    expect(run('alerts').stdout).toContain(message);
  });

  test('`--only` with an unknown field is rejected before anything is created', () => {
    const workspace = makeWorkspace();
    const options = ['--workspace', workspace, '--label', 'L', '--scope', 'read', '--expires', '30'];
    expect(run('key', 'create', ...options, '--only', 'secret').code).toBe(exitCodes.usage);
    expect(run('key', 'list', '--workspace', workspace, '--only', 'id').stdout).toBe('');
    expect(run('key', 'create', ...options, '--only', 'token').stdout).toMatch(/^wpk_\S+\n$/);
  });

  test('`--workspace` defaults to WAYPOST_WORKSPACE, and is required if there are several workspaces', () => {
    const workspace = makeWorkspace();
    const environment = { ...product.environment, WAYPOST_WORKSPACE: workspace };
    expect(lastJson(runCommand({ environment }, ['key', 'list', '--json']))).toEqual([]);
    const several = run('key', 'list');
    expect(several.code).toBe(exitCodes.usage);
    expect(several.stderr).toContain('Add --workspace ID or set WAYPOST_WORKSPACE');
  });

  test('a data directory that cannot be created is rejected immediately', () => {
    const environment = { ...product.environment, WAYPOST_DATA_DIR: '/proc/nope' };
    const refused = runCommand({ environment }, ['workspace', 'list']);
    expect(refused.code).toBe(exitCodes.dataDirectory);
    expect(refused.stderr).toContain('/proc/nope');
  });

  test('`key create` fails with the reason and a specific exit code while the subscription is lapsed', () => {
    const workspace = makeWorkspace();
    run('subscription', 'set', '--workspace', workspace, '--status', 'lapsed', '--json');
    const refused = run(
      'key',
      'create',
      '--workspace',
      workspace,
      '--label',
      'L',
      '--scope',
      'read',
      '--expires',
      '30',
      '--json',
    );
    expect(refused.code).toBe(exitCodes.refused);
    expect(lastJson(refused)).toMatchObject({ error: { code: 'BILLING_REQUIRED' } });
    expect(refused.stderr).toContain('no active subscription');
  });

  test.each([
    [
      ['key', 'list', '--workspace', '00000000-0000-7000-8000-000000000000'],
      exitCodes.refused,
      'Workspace not found',
    ],
    [
      ['key', 'list', '--workspace', "'; DROP TABLE workspaces; --"],
      exitCodes.refused,
      'Workspace not found',
    ],
    [['workspace', 'create', '--name', ' '], exitCodes.refused, 'must not be empty'],
    [['workspace', 'create', '--name', 'x', '--timezone', 'Mars/Base'], exitCodes.refused, 'IANA time zone'],
    [['workspace', 'create'], exitCodes.usage, "'--name <name>' not specified"],
    [
      ['key', 'create', '--workspace', 'x', '--label', 'L', '--scope', 'admin', '--expires', '30'],
      exitCodes.usage,
      'Allowed choices are read, write',
    ],
    [
      ['key', 'create', '--workspace', 'x', '--label', 'L', '--scope', 'read', '--expires', '31'],
      exitCodes.usage,
      'Allowed choices are 30, 90, 180',
    ],
    [['user', 'create', '--workspace', 'x', '--email', 'e@example.com'], exitCodes.usage, '--password-stdin'],
    [['user', 'second-factor-off'], exitCodes.usage, "'--email <address>' not specified"],
    [
      ['user', 'second-factor-off', '--email', 'nobody@example.com'],
      exitCodes.refused,
      'No user has the email address nobody@example.com',
    ],
    [['nonsense'], exitCodes.usage, 'unknown command'],
    [['demo', '--workspace', 'x'], exitCodes.refused, 'Workspace not found'],
  ])('%j fails with a message and a specific exit code', (args, code, message) => {
    const result = run(...args);
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(code);
  });

  // With shards, the installation has an external ClickHouse.
  test.skipIf(testShards > 1)('`migrate` refuses an installation without external databases', () => {
    const { code, stderr } = run('migrate');
    expect(stderr).toContain('No external databases are configured');
    expect(code).toBe(exitCodes.configuration);
  });

  test('a reader that closes standard output early ends the command without an error', async () => {
    const child = spawn(process.execPath, [command, '--help'], { env: product.environment });
    child.stdout.destroy();
    let problems = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (problems += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, problems }).toEqual({ code: 0, problems: '' });
  });

  test('`--help` shows an example and exits with 0', () => {
    const { code, stdout } = run('key', 'create', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('Example:');
  });
});

describe('config', () => {
  test('shows the effective values with every secret masked', () => {
    const environment = {
      ...product.environment,
      WAYPOST_DATABASE_URL: 'postgres://me:canary@db/waypost?password=canary',
      WAYPOST_SESSION_SECRET: 'canary',
      WAYPOST_PRT: '1',
    };
    const { stdout, code } = runCommand({ environment }, ['config']);
    expect(code).toBe(0);
    expect(stdout).not.toContain('canary');
    expect(stdout).toContain('postgres://me:********@db/waypost');
    expect(stdout).toContain('Unknown variable WAYPOST_PRT');
  });

  test('reports all problems at once without revealing secrets', () => {
    const environment = {
      ...product.environment,
      WAYPOST_PORT: 'eighty',
      WAYPOST_DATABASE_URL: 'mysql://canary',
      WAYPOST_TRUSTED_PROXIES: '10.0.0.0/8,nonsense',
    };
    const { stderr, code } = runCommand({ environment }, ['config']);
    expect(code).toBe(exitCodes.configuration);
    for (const name of ['WAYPOST_PORT', 'WAYPOST_DATABASE_URL', 'WAYPOST_TRUSTED_PROXIES'])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain('canary');
  });
});

describe('doctor', () => {
  const traffic = hasClickHouse ? 'ClickHouse' : 'PostgreSQL traffic';

  test('finds no problems in a healthy instance and checks every part', () => {
    const result = run('doctor', '--json');
    const { ok, findings } = lastJson<{ ok: boolean; findings: { part: string; state: string }[] }>(result);
    expect(findings.filter((finding) => finding.state !== 'ok')).toEqual([]);
    expect(ok).toBe(true);
    expect(result.code).toBe(0);
    expect(findings.map((finding) => finding.part)).toEqual(
      expect.arrayContaining([
        'configuration',
        'data directory',
        'instance',
        'PostgreSQL',
        'PostgreSQL schema',
        'traffic',
        traffic,
        `${traffic} schema`,
        `${traffic} writing`,
      ]),
    );
  });

  test('reports a problem and how to fix it', () => {
    const environment = {
      ...product.environment,
      WAYPOST_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    };
    const result = runCommand({ environment }, ['doctor']);
    expect(result.code).toBe(exitCodes.problemsFound);
    expect(result.stdout).toMatch(
      /PROBLEM PostgreSQL: 127\.0\.0\.1:1 failed: .*ECONNREFUSED.*\n\s+fix: check that the server is running/,
    );
    expect(result.stdout).not.toContain('no problems expected');
  });

  test.skipIf(!hasClickHouse)(`reports problems with an external ClickHouse${needsClickHouse}`, () => {
    const environment = { ...product.environment, WAYPOST_CLICKHOUSE_URL: 'http://nobody@127.0.0.1:1/none' };
    const result = runCommand({ environment }, ['doctor']);
    expect(result.code).toBe(exitCodes.problemsFound);
    expect(result.stdout).toMatch(/PROBLEM ClickHouse: .+\n\s+fix: check that the server is running/);
  });
});

describe('without a running instance', () => {
  test('commands start the database themselves and leave it in a clean state for the server', async () => {
    const dataDirectory = makeDataDirectory();
    const environment = productEnvironment(dataDirectory, lightStoreEnvironment);
    try {
      const created = lastJson<{ id: string }>(
        runCommand({ environment }, ['workspace', 'create', '--name', 'Before', '--json']),
      );
      expect(created.id).toMatch(idPattern);
      expect(lastJson(runCommand({ environment }, ['key', 'list', '--json']))).toEqual([]);
      expect(runCommand({ environment }, ['doctor']).stdout).toContain('no instance is running');
      const later = await startProduct({ dataDirectory, environment: lightStoreEnvironment });
      expect(later.output()).not.toContain('first-access');
      expect(
        lastJson<{ name: string }[]>(runCommand(later, ['workspace', 'list', '--json'])).map(
          (one) => one.name,
        ),
      ).toEqual(['Before']);
      await later.stop();
    } finally {
      removeDataDirectory(dataDirectory);
    }
  });
});

describe('campaign commands', () => {
  test('`restore` sets the status that a campaign had before it was archived, or the given status', async () => {
    const { workspaceId, campaignId } = await trackWorkspace(product);
    const ids = ['--workspace', workspaceId, campaignId];
    const restore = (...options: string[]) => {
      expect(lastJson(run('campaign', 'archive', ...ids, '--json'))).toEqual({ archived: 1 });
      return lastJson(run('campaign', 'restore', ...ids, ...options, '--json'));
    };
    const shown = { id: campaignId, name: expect.any(String) };
    expect(restore('--status', 'paused')).toEqual([{ ...shown, status: 'paused' }]);
    expect(restore()).toEqual([{ ...shown, status: 'paused' }]);
    expect(restore('--status', 'active')).toEqual([{ ...shown, status: 'active' }]);
    expect(run('campaign', 'restore', ...ids, '--status', 'archived').code).not.toBe(0);
  });

  test('`set-up` creates a live campaign from new and from existing records', async () => {
    const workspace = makeWorkspace();
    const setUp = (...options: string[]) => run('campaign', 'set-up', '--workspace', workspace, ...options);
    const offerUrl = 'https://offers.example/?s={clickid}';
    const source = ['--source-template', 'propellerads', '--source-value', 'YOUR-AID=1', 'YOUR-TID=2=3'];
    const offer = ['--offer-url', offerUrl, '--payout', '12.5', '--network-name', 'Good Network'];
    const created = lastJson<{ id: string; visit: string }>(
      setUp(...source, ...offer, '--landing-url', 'https://landing.example/', '--json'),
    );
    expect(created).toMatchObject({
      id: expect.stringMatching(idPattern),
      name: 'PropellerAds to offers.example',
      visit: expect.stringContaining(`/c/${created.id}?`),
      event: expect.stringMatching(/\/e\/[\w-]{43}$/),
      warnings: [],
    });
    const visit = `${new URL(created.visit).origin}/c/${created.id}`;
    await expect
      .poll(async () => (await fetch(visit, { redirect: 'manual' })).headers.get('location'), {
        timeout: 30_000,
      })
      .toBe('https://landing.example/');
    const folder = join(product.dataDirectory, 'set-up-export');
    expect(run('export', '--workspace', workspace, '--with-secrets', folder).code).toBe(0);
    expect(readFileSync(join(folder, 'traffic-sources.yaml'), 'utf8')).toContain('aid=1&pid=&tid=2%3D3&');
    const key = ['--workspace', workspace, '--label', 'L', '--scope', 'read', '--expires', '30'];
    const token = run('key', 'create', ...key, '--only', 'token').stdout.trim();
    const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
    const { campaign } = await client.getCampaign(created.id);
    const { trafficSourceId, destination } = campaign;
    const again = setUp('--source', trafficSourceId, '--rotator', destination.rotatorId, '--name', 'Second');
    expect(again.stdout).toMatch(/^Campaign {12}\S{36} \(Second\)\nCampaign link {7}http/);
  });

  test('`set-up` names the missing or invalid option and creates nothing', () => {
    const workspace = makeWorkspace();
    const offer = ['--offer-url', 'https://a.example/?c={clikid}'];
    for (const [options, message] of [
      [[], '--source: is required unless --source-template or --source-name is set'],
      [['--source-name', 'S', '--payout', '1'], '--offer-url: is required'],
      [['--source-name', 'S', ...offer, '--payout', ''], '--payout: '],
      [['--source-name', 'S', ...offer], 'To save it anyway, add --accept-unknown-macros'],
      [['--source-template', 'propellerads', '--source-value', 'A=1', ...offer], '--source-value: '],
    ] as const) {
      const refused = run('campaign', 'set-up', '--workspace', workspace, ...options);
      expect(refused.code).toBe(exitCodes.refused);
      expect(refused.stderr).toContain(message);
    }
    const folder = join(product.dataDirectory, 'empty-export');
    const exported = lastJson<{ counts: object }>(run('export', '--workspace', workspace, folder, '--json'));
    expect(new Set(Object.values(exported.counts))).toEqual(new Set([0]));
  });
});

describe('the first start', () => {
  test('writes the password and the API key to a file that only the owner can read, and prints only its path', async () => {
    const file = join(product.dataDirectory, 'first-access.txt');
    expect(product.output()).toContain(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    const token = /wpk_\w+/.exec(text)?.[0] ?? '';
    const password = /Password\s+(\S+)/.exec(text)?.[1] ?? '';
    expect(password.length).toBeGreaterThanOrEqual(20);
    expect(product.output()).not.toContain(token);
    expect(product.output()).not.toContain(password);
    const response = await fetch(`${product.urls.panel}/api/v1/whoami`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject({ data: { scope: 'write' } });
  });

  test('reads a secret from the file named in the settings', () => {
    const file = join(product.dataDirectory, 'secret.txt');
    writeFileSync(file, 'canary\n', { mode: 0o600 });
    const { stdout } = runCommand(
      { environment: { ...product.environment, WAYPOST_COOKIE_SECRET_FILE: file } },
      ['config', '--json'],
    );
    expect(stdout).not.toContain('canary');
    expect(stdout).toContain('"name":"WAYPOST_COOKIE_SECRET","value":"********","source":"file"');
  });
});
