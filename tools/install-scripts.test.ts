import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../bin/bootstrap.mjs';

function readJson<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as Content;
}

// Each entry in `allowScripts` is a deliberate decision. An entry is `false` if Waypost does the work of the install
// script (see `linkSharedLibraries` in server/src/engines/binaries.ts), so that `npm ci --ignore-scripts` is
// sufficient.
it('package.json denies the install script of every dependency that has one', () => {
  const { packages } = readJson<{ packages: Record<string, { hasInstallScript?: boolean }> }>(
    'package-lock.json',
  );
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  const { allowScripts } = readJson<{ allowScripts: Record<string, boolean> }>('package.json');
  expect(allowScripts).toEqual(Object.fromEntries(withScript.map((name) => [name, false])));
});

it('the packages in this repository have no install scripts', () => {
  for (const folder of ['.', 'contract', 'server', 'panel']) {
    const { scripts = {} } = readJson<{ scripts?: Record<string, string> }>(join(folder, 'package.json'));
    expect(Object.keys(scripts), folder).not.toContainEqual(expect.stringMatching(/install|prepare/));
  }
});
