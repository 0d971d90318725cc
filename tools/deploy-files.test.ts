import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../server/src/config/variables.ts';
import { buildScript, buildSettings, buildUnit } from '../server/src/config/service-files.ts';

const folder = join(import.meta.dirname, '..', 'deploy');
const files = readdirSync(folder);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const known = (name: string) => Object.hasOwn(variables, name.replace(/_FILE$/, ''));

describe('files in deploy/', () => {
  it.each(files)('%s uses only existing variables', (file) => {
    const named = [...read(file).matchAll(/\bWAYPOST_[A-Z_]+\b/g)].map(([name]) => name);
    expect(named.filter((name) => !known(name))).toEqual([]);
  });

  it('proxies forward to the default ports', () => {
    const [panel, edge] = [variables.WAYPOST_PORT.default, variables.WAYPOST_EDGE_PORT.default];
    for (const file of ['Caddyfile', 'nginx.conf'])
      expect(new Set(read(file).match(/(?<=127\.0\.0\.1:)\d+/g))).toEqual(new Set([panel, edge]));
    expect(read('Containerfile')).toContain(`EXPOSE ${panel} ${edge}\n`);
    expect(read('Containerfile')).toContain(`127.0.0.1:${variables.WAYPOST_METRICS_PORT.default}/readyz`);
  });

  it('proxies use the hostnames from the settings', () => {
    const hosts = [...read('environment').matchAll(/_URL=https:\/\/(\S+)/g)].map(([, host]) => host);
    expect(hosts).toHaveLength(2);
    for (const file of ['Caddyfile', 'nginx.conf'])
      for (const host of hosts) expect(read(file)).toContain(host);
  });

  it('the service and the command read the same settings file', () => {
    const [place] = /(?<=EnvironmentFile=)\S+/.exec(read('waypost.service')) ?? [];
    expect(read('waypost')).toContain(`settings=${place}\n`);
    expect(read('environment')).toContain(`# ${place}:`);
  });

  it('the command has valid shell syntax', () => {
    expect(spawnSync('sh', ['-n', join(folder, 'waypost')]).status).toBe(0);
  });

  it('are those that `waypost service install` writes', () => {
    expect(read('waypost.service')).toBe(buildUnit());
    expect(read('waypost')).toBe(buildScript());
    expect(read('environment')).toBe(buildSettings());
  });

  it('systemd accepts the unit', ({ skip }) => {
    const result = spawnSync('systemd-analyze', ['verify', join(folder, 'waypost.service')], {
      encoding: 'utf8',
    });
    if (result.error !== undefined) skip('systemd-analyze is not installed');
    const messages = result.stderr.split('\n').filter((line) => line.includes('waypost.service'));
    // The machine that runs the test has no service.
    expect(messages.filter((line) => !line.includes('/opt/waypost/waypost is not executable'))).toEqual([]);
  });

  it('the unit has an exposure below 2.0, as systemd rates it', ({ skip }) => {
    const result = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=20', join(folder, 'waypost.service')],
      { encoding: 'utf8' },
    );
    if (result.error !== undefined) skip('systemd-analyze is not installed');
    if (result.stderr.includes("unrecognized option '--offline")) skip('systemd-analyze is too old');
    expect(result.status, `${result.stdout}${result.stderr}`).toBe(0);
  });

  it('Caddy accepts its configuration', ({ skip }) => {
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
