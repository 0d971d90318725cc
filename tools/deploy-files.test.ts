import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../server/src/config/variables.ts';

const folder = join(import.meta.dirname, '..', 'deploy');
const files = readdirSync(folder);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const known = (name: string) => Object.hasOwn(variables, name.replace(/_FILE$/, ''));

describe('the files of deploy/', () => {
  it.each(files)('%s names no variable that does not exist', (file) => {
    const named = [...read(file).matchAll(/\bWAYPOST_[A-Z_]+\b/g)].map(([name]) => name);
    expect(named.filter((name) => !known(name))).toEqual([]);
  });

  it('proxies lead to the ports that Waypost listens on by itself', () => {
    const [panel, edge] = [variables.WAYPOST_PORT.default, variables.WAYPOST_EDGE_PORT.default];
    for (const file of ['Caddyfile', 'nginx.conf'])
      expect(new Set(read(file).match(/(?<=127\.0\.0\.1:)\d+/g))).toEqual(new Set([panel, edge]));
    expect(read('Containerfile')).toContain(`EXPOSE ${panel} ${edge}\n`);
    expect(read('Containerfile')).toContain(`127.0.0.1:${variables.WAYPOST_METRICS_PORT.default}/readyz`);
  });

  it('proxies lead visitors and people to the names that the settings have', () => {
    const hosts = [...read('environment').matchAll(/_URL=https:\/\/(\S+)/g)].map(([, host]) => host);
    expect(hosts).toHaveLength(2);
    for (const file of ['Caddyfile', 'nginx.conf'])
      for (const host of hosts) expect(read(file)).toContain(host);
  });

  it('the service takes the settings from where the command beside it does', () => {
    const [place] = /(?<=EnvironmentFile=)\S+/.exec(read('waypost.service')) ?? [];
    expect(read('waypost')).toContain(`settings=${place}\n`);
    expect(read('environment')).toContain(`# ${place}:`);
  });

  it('the command passes values on as they stand, and is plain shell', () => {
    expect(spawnSync('sh', ['-n', join(folder, 'waypost')]).status).toBe(0);
  });

  it('systemd finds nothing wrong with the unit', ({ skip }) => {
    const result = spawnSync('systemd-analyze', ['verify', join(folder, 'waypost.service')], {
      encoding: 'utf8',
    });
    if (result.error !== undefined) skip('systemd-analyze is not installed');
    const told = result.stderr.split('\n').filter((line) => line.includes('waypost.service'));
    // Whether the machine of the test has a Node there says nothing about the file.
    expect(told.filter((line) => !line.includes('/usr/bin/node is not executable'))).toEqual([]);
  });

  it('Caddy reads its file', ({ skip }) => {
    const result = spawnSync(
      'caddy',
      ['adapt', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      {
        encoding: 'utf8',
      },
    );
    if (result.error !== undefined) skip('caddy is not installed');
    expect(result.status, result.stderr).toBe(0);
  });
});
