import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { bundleServer } from '../bundle-server.ts';
import { BundledPackages, collectLicenses } from './bundled-packages.ts';
import { listFiles } from './plan-release.ts';
import { chooseRuntimePackages, readManifest, type RuntimePackages } from './runtime-packages.ts';

// Files that are copied unchanged from the repository.
const copied = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin/bootstrap.mjs',
  'bin/fingerprint.mjs',
  'bin/waypost.mjs',
  'deploy',
  'docs',
  'server/demo',
  'server/migrations',
];

export type BuiltPackage = {
  runtime: RuntimePackages;
  // Packages in the bundles, by their paths in the lock file.
  bundled: string[];
};

// Writes the released package to an empty folder: bundles instead of sources, and a manifest without build tools.
export async function buildPackage(root: string, version: string, folder: string): Promise<BuiltPackage> {
  const runtime = chooseRuntimePackages(root);
  const bundledPackages = new BundledPackages(root);
  await buildServer(folder, Object.keys(runtime.dependencies), bundledPackages);
  await buildPanel(root, folder, bundledPackages);
  for (const file of listFiles(root, copied)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  const bundled = bundledPackages.paths;
  const manifest = buildManifest(root, version, runtime);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'licenses.txt'), collectLicenses(root, bundled));
  setModes(folder);
  return { runtime, bundled };
}

async function buildServer(folder: string, dependencies: string[], packages: BundledPackages): Promise<void> {
  const chunks = await bundleServer(join(folder, 'server', 'dist', 'release'), [packages.plugin]);
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const missing = imported.filter(
    (name) => !files.has(name) && !isBuiltin(name) && !dependencies.includes(packageOf(name)),
  );
  if (missing.length > 0)
    throw new Error(`add these packages to loadedAtRunTime: ${[...new Set(missing)].join(', ')}`);
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

async function buildPanel(root: string, folder: string, packages: BundledPackages): Promise<void> {
  // A development build of the libraries is twice as large.
  process.env['NODE_ENV'] = 'production';
  await build({
    root: join(root, 'panel'),
    configFile: join(root, 'panel', 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [packages.plugin],
    build: { outDir: join(folder, 'panel', 'dist'), emptyOutDir: true },
  });
}

function buildManifest(root: string, version: string, runtime: RuntimePackages): object {
  const { description, license, engines } = readManifest(root);
  const { dependencies, optionalDependencies } = runtime;
  return {
    name: 'waypost',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { waypost: 'bin/waypost.mjs' },
    dependencies,
    optionalDependencies,
  };
}

// The umask and the checkout must not change the package.
function setModes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const isProgram = readFileSync(path).subarray(0, 2).toString() === '#!';
    chmodSync(path, isProgram ? 0o755 : 0o644);
  }
}
