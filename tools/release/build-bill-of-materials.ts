import type { BuiltPackage } from './build-package.ts';
import { listDependencies, nameOf, type LockEntry, type Packages } from './lock-file.ts';

type Release = BuiltPackage & { version: string; license: string; committedAt: Date; lock: Packages };

// Lists everything that a release contains or installs, in CycloneDX 1.6. There is no serial number, so that the same
// commit always gives the same file.
export function buildBillOfMaterials(release: Release): object {
  const { version, license, committedAt, lock, runtime, bundled } = release;
  const rootRef = `pkg:npm/waypost@${version}`;
  const installed = Object.keys(runtime.packages);
  // The same version of a package can be in several folders.
  const places = Map.groupBy([...new Set([...bundled, ...installed])].toSorted(), (path) =>
    referTo(lock, path),
  );
  const refsOf = (paths: readonly string[]) =>
    [...new Set(paths.map((path) => referTo(lock, path)))].toSorted();
  const isListed = (path: string) => places.has(referTo(lock, path));
  const direct = Object.keys({ ...runtime.dependencies, ...runtime.optionalDependencies });
  const components = [...places].map(([ref, paths]) => ({
    ...describeComponent(lock, paths[0] ?? '', ref),
    scope: paths.every((path) => runtime.packages[path]?.optional === true) ? 'optional' : 'required',
    properties: [
      { name: 'waypost:bundled', value: String(paths.some((path) => bundled.includes(path))) },
      { name: 'waypost:installed', value: String(paths.some((path) => installed.includes(path))) },
    ],
  }));
  const dependencies = [...places].map(([ref, paths]) => ({
    ref,
    dependsOn: refsOf(
      paths.flatMap((path) => listDependencies(lock, path).map(({ to }) => to)).filter((to) => isListed(to)),
    ),
  }));
  const ownDependencies = [...bundled, ...direct.map((name) => `node_modules/${name}`)];
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: committedAt.toISOString(),
      component: {
        type: 'application',
        'bom-ref': rootRef,
        name: 'waypost',
        version,
        licenses: describeLicense(license),
        purl: rootRef,
      },
    },
    components,
    dependencies: [{ ref: rootRef, dependsOn: refsOf(ownDependencies) }, ...dependencies],
  };
}

function referTo(lock: Packages, path: string): string {
  return `pkg:npm/${nameOf(path).replace('@', '%40')}@${lock[path]?.version ?? ''}`;
}

function describeComponent(lock: Packages, path: string, ref: string): object {
  const { version, license, integrity } = lock[path] as LockEntry;
  const [scope, name] = nameOf(path).startsWith('@') ? nameOf(path).split('/') : [undefined, nameOf(path)];
  return {
    type: 'library',
    'bom-ref': ref,
    ...(scope === undefined ? {} : { group: scope }),
    name,
    version,
    ...(license === undefined ? {} : { licenses: describeLicense(license) }),
    ...(integrity === undefined ? {} : { hashes: [describeHash(integrity)] }),
    purl: ref,
  };
}

function describeLicense(license: string): object[] {
  if (/^\(.* (?:OR|AND) .*\)$/.test(license)) return [{ expression: license }];
  return [{ license: /^[\w.-]+$/.test(license) ? { id: license } : { name: license } }];
}

function describeHash(integrity: string): { alg: string; content: string } {
  const [, base64] = /^sha512-(\S+)$/.exec(integrity) ?? [];
  if (base64 === undefined) throw new Error(`unexpected integrity in the lock file: ${integrity}`);
  return { alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') };
}
