import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

const checkout = join(import.meta.dirname, '..', '..', '..', '..');

export type Release = { version: string; file: string };

// Builds the release files of a checkout into an empty folder.
export function buildRelease(
  version: string,
  folder: string,
  { root = checkout, umask = '022' }: { root?: string; umask?: string } = {},
): Release {
  const script = `umask ${umask}; exec "$0" bin/release.mjs --preview ${version} --out "$1"`;
  execFileSync('sh', ['-c', script, process.execPath, folder], { cwd: root, stdio: 'pipe' });
  return { version, file: join(folder, `waypost-${version}.tgz`) };
}

type Manifest = { version: string; optionalDependencies: Record<string, string> };

// Packs a release again with another version, and with other changes of its package.json.
export function changeRelease(
  release: Release,
  version: string,
  change: (manifest: Manifest) => void = () => undefined,
): Release {
  const folder = join(release.file, '..');
  const unpacked = join(folder, version);
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', release.file, '-C', unpacked]);
  const path = join(unpacked, 'package', 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  manifest.version = version;
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest));
  const file = join(folder, `waypost-${version}.tgz`);
  execFileSync('tar', ['-czf', `${file}.new`, '-C', unpacked, 'package']);
  renameSync(`${file}.new`, file);
  return { version, file };
}

// Installs a release as npm does, and returns the folder of the package.
export function installRelease({ file }: Release, folder: string): string {
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', file];
  execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  return join(folder, 'node_modules', 'waypost');
}

// Serves releases as the npm registry does.
export async function startRegistry(releases: readonly Release[]): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const release = releases.find(({ file }) => request.url === `/${basename(file)}`);
    if (release !== undefined) return response.end(readFileSync(release.file));
    if (request.url !== '/waypost') return response.writeHead(404).end('{}');
    const url = `http://${request.headers.host}`;
    const versions = releases.map(({ version, file }) => [
      version,
      { name: 'waypost', version, dist: { tarball: `${url}/${basename(file)}` } },
    ]);
    const latest = releases.at(-1)?.version;
    return response.end(
      JSON.stringify({
        name: 'waypost',
        'dist-tags': { latest },
        versions: Object.fromEntries(versions) as object,
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
