import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource } from '../reading/read-source.ts';
import { checkImports } from './check-imports.ts';
import { restrictions } from './restrictions.ts';
import { layerNames, layers, type LayerName } from './rules.ts';

function fileIn(name: LayerName, file: string): string {
  const [path] = layers[name].paths;
  return path.endsWith('/') ? `${path}${file}` : path;
}

function specifierBetween(from: string, to: string): string {
  const relative = posix.relative(posix.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

function rulesBroken(path: string, source: string, others: string[] = []): string[] {
  const files = [{ path, source }, ...others.map((other) => ({ path: other, source: '' }))];
  return checkImports(files.map(readSource)).map((violation) => violation.rule);
}

function rulesBrokenByImport(from: string, to: string): string[] {
  return rulesBroken(from, `import '${specifierBetween(from, to)}';`, [to]);
}

const pairs = layerNames.flatMap((from) =>
  layerNames
    .filter((to) => to !== from)
    .map((to) => ({ from, to, allowed: layers[from].mayImport.includes(to) })),
);

const importersOf = (target: LayerName) =>
  layerNames.filter((name) => layers[name].mayImport.includes(target));
const isPanel = (name: LayerName) => name.startsWith('panel/');

describe('imports between layers', () => {
  it.each(pairs.filter((pair) => !pair.allowed))('$from may not import $to', ({ from, to }) => {
    expect(rulesBrokenByImport(fileIn(from, 'sub/from.ts'), fileIn(to, 'sub/to.ts'))).toEqual(['layer']);
  });

  it.each(pairs.filter((pair) => pair.allowed))('$from may import $to', ({ from, to }) => {
    expect(rulesBrokenByImport(fileIn(from, 'sub/from.ts'), fileIn(to, 'sub/to.ts'))).toEqual([]);
  });

  it.each(layerNames)('%s may import itself', (name) => {
    expect(rulesBrokenByImport(fileIn(name, 'sub/from.ts'), fileIn(name, 'sub/to.ts'))).toEqual([]);
  });

  it('platform may import only the error table from the contract', () => {
    const from = fileIn('platform', 'errors.ts');
    expect(rulesBrokenByImport(from, 'contract/src/api/error-codes.ts')).toEqual([]);
    expect(rulesBrokenByImport(from, 'contract/src/accounts/access.ts')).toEqual(['layer']);
  });

  it('a panel feature may not import another feature', () => {
    const from = fileIn('panel/features', 'campaigns/list.ts');
    expect(rulesBrokenByImport(from, fileIn('panel/features', 'reports/chart.ts'))).toEqual(['neighbor']);
  });
});

describe('required rules', () => {
  it('only the CLI and tests import the composition roots', () => {
    expect(importersOf('start')).toEqual(['cli', 'testing', 'test']);
  });

  it('production code does not import test code', () => {
    expect(importersOf('testing')).toEqual(['test', 'tools', 'bench']);
    expect(importersOf('test')).toEqual([]);
  });

  it('the panel shares only the contract with the server and calls it through the client', () => {
    for (const name of layerNames.filter((each) => isPanel(each) && each !== 'panel/build')) {
      const shared = name === 'panel/lib' ? ['contract', 'client'] : ['contract'];
      expect(layers[name].mayImport.filter((target) => !isPanel(target))).toEqual(shared);
      expect(importersOf(name).filter((importer) => !isPanel(importer))).toEqual([]);
    }
  });

  it('only the panel build and tools import the documentation converter', () => {
    expect(importersOf('panel/build')).toEqual(['tools', 'build']);
    expect(layers['panel/build'].mayImport).toEqual(['panel/lib']);
  });

  it('the generated clients import nothing, and only tests, benchmarks, tools and one panel folder import them', () => {
    expect(layers.client.mayImport).toEqual([]);
    expect(importersOf('client')).toEqual(['testing', 'test', 'panel/lib', 'tools', 'bench']);
  });
});

describe('every kind of import is checked', () => {
  const from = fileIn('services', 'from.ts');
  const to = fileIn('http', 'to.ts');

  it.each([
    ['a type-only import', `import type { A } from '../http/to.ts';`],
    ['an inline type import', `import { type A } from '../http/to.ts';`],
    ['a type taken by import()', `type A = import('../http/to.ts').A;`],
    ['a re-export', `export { a } from '../http/to.ts';`],
    ['a re-export of everything', `export * from '../http/to.ts';`],
    ['a re-export of a type', `export type { A } from '../http/to.ts';`],
    ['a re-export of nothing', `export {} from '../http/to.ts';`],
    ['a dynamic import', `await import('../http/to.ts');`],
    ['a dynamic import of a template without expressions', 'await import(`../http/to.ts`);'],
    ['a require', `require('../http/to.ts');`],
    ['a mocked module', `vi.mock('../http/to.ts');`],
    ['the original of a mocked module', `await vi.importActual('../http/to.ts');`],
    ['an import assignment', `import a = require('../http/to.ts');`],
    ['an import by workspace name', `import '@waypost/server/src/http/to.ts';`],
  ])('%s', (_way, source) => {
    expect(rulesBroken(from, source, [to])).toEqual(['layer']);
  });

  it('a violation names the file, the line and both layers', () => {
    const files = [
      { path: from, source: `\n\nimport '../http/to.ts';\n` },
      { path: to, source: '' },
    ];
    expect(checkImports(files.map(readSource))).toEqual([
      { file: from, line: 3, rule: 'layer', message: `services may not import http (${to})` },
    ]);
  });
});

describe('files outside the table', () => {
  const from = fileIn('services', 'from.ts');

  it.each([
    './gone.ts',
    '@waypost/contract/gone.ts',
    '@waypost/contract',
    '/etc/x.ts',
    '#internal',
    'file:///x.ts',
  ])('an import of %s, which does not resolve, is a violation', (specifier) => {
    expect(rulesBroken(from, `import '${specifier}';`)).toEqual(['missing-target']);
  });

  it('a file in no layer is a violation, and so are imports of it', () => {
    const stray = 'server/src/stray.ts';
    expect(rulesBroken(stray, '')).toEqual(['unknown-layer']);
    expect(rulesBrokenByImport(from, stray)).toEqual(['unknown-layer', 'unknown-layer']);
  });

  it('a file that cannot be parsed is a violation', () => {
    expect(rulesBroken(from, 'import {')).toContain('syntax');
  });

  it('the same rules apply to style sheets', () => {
    const file = { path: fileIn('panel/lib', 'a.ts'), source: `import '../app/main.css?inline';` };
    const sources = [readSource(file)];
    expect(checkImports(sources, ['panel/src/app/main.css'])).toMatchObject([{ rule: 'layer' }]);
    expect(checkImports(sources)).toMatchObject([{ rule: 'missing-target' }]);
  });
});

describe('test files', () => {
  it.each(layerNames.filter((name) => layers[name].paths[0].endsWith('/')))(
    'a test file in %s cannot be imported',
    (name) => {
      expect(rulesBrokenByImport(fileIn(name, 'sub/a.ts'), fileIn(name, 'sub/b.test.ts'))).toEqual([
        'test-file',
      ]);
    },
  );

  it('a test next to server code may import test helpers and any package', () => {
    const test = fileIn('domain', 'a.test.ts');
    expect(rulesBrokenByImport(test, fileIn('testing', 'factories.ts'))).toEqual([]);
    expect(rulesBroken(test, `import 'vitest'; fetch('/');`)).toEqual([]);
    expect(rulesBrokenByImport(test, fileIn('store', 'a.ts'))).toEqual(['layer']);
    expect(rulesBroken(test, 'process.env.A;')).toEqual(['environment']);
  });

  it('a test in the contract or the panel may not import test helpers', () => {
    for (const name of ['contract', 'panel/lib'] as const) {
      expect(rulesBrokenByImport(fileIn(name, 'a.test.ts'), fileIn('testing', 'a.ts'))).toEqual(['layer']);
    }
  });
});

describe('traffic stores', () => {
  const foreign = [
    'server/src/services/a.ts',
    'server/src/http/a.ts',
    'server/src/edge/a.ts',
    'server/src/jobs/a.ts',
    'server/src/domain/a.ts',
    'server/src/cli/a.ts',
  ];

  it.each(foreign)('%s may import neither store', (path) => {
    for (const store of ['clickhouse', 'postgres']) {
      expect(rulesBrokenByImport(path, `server/src/traffic/${store}/b.ts`)).toEqual(['layer']);
    }
    expect(rulesBroken(path, `import { createClient } from '@clickhouse/client';`)).toContain(
      'engine-client',
    );
  });

  it('do not import each other', () => {
    const [one, other] = ['server/src/traffic/postgres/a.ts', 'server/src/traffic/clickhouse/b.ts'] as const;
    expect(rulesBrokenByImport(one, other)).toEqual(['layer']);
    expect(rulesBrokenByImport(other, one)).toEqual(['layer']);
  });
});

describe('packages', () => {
  const restricted = layerNames.filter((name) => layers[name].packages !== undefined);

  it('are restricted in the contract, the domain, agent tools, bin, the client and the panel build', () => {
    expect(restricted.map((name) => [name, layers[name].packages])).toEqual([
      ['contract', ['zod']],
      ['domain', ['node:zlib', 're2js']],
      ['agents/tools', ['zod']],
      ['bin', ['node:*']],
      ['client', []],
      ['panel/build', ['node:*', 'vite']],
    ]);
  });

  it.each(restricted)('%s may not import other packages', (name) => {
    const path = fileIn(name, 'a.ts');
    expect(rulesBroken(path, `import 'kysely';`)).toEqual(['package']);
    expect(rulesBroken(path, `import type { A } from '@fastify/static/sub';`)).toEqual(['package']);
  });

  it.each([
    ['contract', `import 'zod'; import 'zod/v4';`, []],
    ['contract', `import 'node:zlib';`, ['package']],
    ['domain', `import 'zlib'; import 'node:zlib';`, []],
    ['domain', `import 'node:fs'; import 'crypto'; import 'zod';`, ['package', 'package', 'package']],
    ['bin', `import 'node:fs/promises'; import 'path';`, []],
    ['client', `import 'zod'; import 'node:url';`, ['package', 'package']],
    ['services', `import 'zod'; import 'node:crypto';`, []],
  ] as const)('%s with %s breaks the rules %j', (name, source, expected) => {
    expect(rulesBroken(fileIn(name, 'a.ts'), source)).toEqual(expected);
  });
});

describe('restricted uses', () => {
  const sources = {
    'process.env': [
      'process.env.A;',
      `process['env'];`,
      'globalThis.process.env;',
      'const { env } = process;',
      'process?.env;',
    ],
    fetch: [
      `await fetch('/');`,
      `globalThis.fetch('/');`,
      'const call = fetch;',
      'openClient(fetch);',
      'const { fetch } = globalThis;',
    ],
    WebSocket: [`new WebSocket('wss://example.com');`, 'new globalThis.WebSocket(url);'],
    EventSource: ['new EventSource(url);', 'const Source = EventSource;'],
    'computed import': [
      'await import(name);',
      'await import(`./${name}.ts`);',
      'require(name);',
      'process.getBuiltinModule(name);',
    ],
  };

  describe.each(restrictions)('$rule', ({ rule, uses, modules, allowedIn }) => {
    const examples = [
      ...uses.flatMap((use) => sources[use]),
      ...modules.flatMap((module) => [
        `import '${module}';`,
        `import '${module.replace('node:', '')}';`,
        `import * as all from '${module}';`,
        `process.getBuiltinModule('${module}');`,
      ]),
    ];

    it.each(layerNames)('is enforced in %s unless the rule allows that layer', (name) => {
      const expected = allowedIn.includes(name) ? [] : [rule];
      for (const source of examples) {
        const broken = rulesBroken(fileIn(name, 'a.ts'), source).filter((found) => found === rule);
        expect(broken, source).toEqual(expected);
      }
    });
  });

  it('do not include similar names', () => {
    const source = `runtime.env; source.fetch('/'); const { pid } = process; require.resolve(name);`;
    expect(rulesBroken(fileIn('services', 'a.ts'), source)).toEqual([]);
  });
});

describe('outgoing calls', () => {
  const service = fileIn('services', 'a.ts');
  const client = 'server/src/platform/outbound-http/a.ts';
  const connecting = [
    `import { request } from 'node:http';`,
    `import { get } from 'node:https';`,
    `import { connect } from 'node:net';`,
    `import { Socket, isIP } from 'node:net';`,
    `import net from 'node:net';`,
    `import { connect as createServer } from 'node:tls';`,
    `import { createSocket } from 'dgram';`,
    `import { connect } from 'node:http2';`,
    `export { connect } from 'node:net';`,
    `export * from 'node:net';`,
    `import { Client } from 'undici';`,
    `await import('node:net');`,
    `require('net');`,
    `fetch(url);`,
    `new WebSocket(url);`,
  ];

  it.each(connecting)('are allowed only in the HTTP client: %s', (source) => {
    for (const path of [service, fileIn('platform', 'a.ts'), fileIn('start', 'a.ts'), fileIn('edge', 'a.ts')])
      expect(rulesBroken(path, source), path).toContain('outgoing-call');
    expect(rulesBroken(client, source)).toEqual([]);
  });

  it('to our own processes, the certificate authority and the storage of backups are allowed in the listed files', () => {
    const { allowedFiles } = restrictions.find(({ rule }) => rule === 'outgoing-call') ?? {};
    expect(allowedFiles).toEqual([
      'server/src/platform/outbound-http/',
      'server/src/platform/object-storage/s3-client.ts',
      'server/src/edge/https/',
      'server/src/engines/clickhouse/start.ts',
      'server/src/platform/acme/',
      'server/src/platform/held-port.ts',
      'server/src/start/read-readiness.ts',
      'server/src/start/roles/installation-tools.ts',
      'server/src/start/upgrade/self-check.ts',
    ]);
    expect(rulesBroken('server/src/start/read-readiness.ts', 'fetch(url);')).toEqual([]);
  });

  it.each([
    `import type { Socket } from 'node:net';`,
    `import { createServer, isIP, type Socket } from 'node:net';`,
    `type A = import('node:tls').TLSSocket;`,
    `export type { Socket } from 'node:net';`,
  ])('are not reported for %s', (source) => {
    expect(rulesBroken(service, source)).toEqual([]);
  });

  it('may use DNS lookups only in the HTTP client', () => {
    expect(rulesBroken(service, `import { lookup } from 'node:dns';`)).toEqual(['name-look-up']);
    expect(rulesBroken(service, `import { Resolver } from 'dns/promises';`)).toEqual(['name-look-up']);
    expect(rulesBroken(client, `import { Resolver } from 'node:dns/promises';`)).toEqual([]);
  });

  it('may be made only through the client that applies the address policy', () => {
    const binding = 'server/src/services/outbound/create-outbound-client.ts';
    expect(rulesBrokenByImport(binding, client)).toEqual([]);
    for (const path of [service, fileIn('jobs', 'a.ts'), fileIn('start', 'a.ts'), fileIn('platform', 'a.ts')])
      expect(rulesBrokenByImport(path, client), path).toEqual(['outbound-policy']);
    expect(rulesBrokenByImport(fileIn('jobs', 'a.ts'), binding)).toEqual([]);
    expect(rulesBrokenByImport('server/src/platform/outbound-http/b.ts', client)).toEqual([]);
  });
});
