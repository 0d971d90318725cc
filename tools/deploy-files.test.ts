import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { variables } from '../server/src/config/variables.ts';
import { buildScript, buildSettings, buildSocket, buildUnit } from '../server/src/config/service-files.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy');
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
    expect(read('waypost.socket')).toBe(buildSocket());
    expect(read('waypost')).toBe(buildScript());
    expect(read('environment')).toBe(buildSettings());
  });

  it('systemd accepts the units', ({ skip }) => {
    const units = ['waypost.service', 'waypost.socket'].map((name) => join(folder, name));
    const result = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' });
    if (result.error !== undefined) skip('systemd-analyze is not installed');
    const messages = result.stderr.split('\n').filter((line) => line.includes('waypost.'));
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

type ComposeService = {
  read_only?: boolean;
  ports?: string[];
  tmpfs?: string[];
  volumes?: string[];
  secrets?: string[];
  cap_drop?: string[];
  environment?: Record<string, string>;
};

describe.each(['compose.yaml', 'compose.roles.yaml'])('%s', (file) => {
  const content = parse(read(file), { merge: true }) as { services: Record<string, ComposeService> };
  const services = Object.values(content.services);
  const schema = JSON.parse(readFileSync(join(root, 'tools/schemas/compose-spec.json'), 'utf8')) as {
    $schema?: string;
  };
  // The schema names its version with https, which only schemas in a catalog have.
  delete schema.$schema;
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);

  it('follows the Compose Specification', () => {
    isValid(content);
    expect(isValid.errors).toBeNull();
  });

  it('is rejected with a misspelled setting', () => {
    const [name = ''] = Object.keys(content.services);
    const misspelled = { ...content.services[name], 'read-only': true };
    expect(isValid({ ...content, services: { ...content.services, [name]: misspelled } })).toBe(false);
  });

  it('runs every container with a read-only root and writable /data and /tmp', () => {
    for (const service of services) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      const writable = [...(service.tmpfs ?? []), ...(service.volumes ?? [])].join(' ');
      expect(writable).toMatch(/(?:^|:| )\/data/);
      expect(writable).toContain('/tmp');
    }
  });

  it('publishes the default ports on 127.0.0.1 only', () => {
    const published = services.flatMap(({ ports = [] }) => ports);
    const ports = [variables.WAYPOST_PORT.default, variables.WAYPOST_EDGE_PORT.default];
    expect(published).toEqual(ports.map((port) => `127.0.0.1:${port}:${port}`));
  });

  it('passes on every secret that a setting refers to', () => {
    for (const { environment = {}, secrets = [] } of services)
      for (const path of Object.values(environment).filter((value) => value.startsWith('/run/secrets/')))
        expect(secrets).toContain(path.slice('/run/secrets/'.length));
  });
});

type PodSpec = {
  enableServiceLinks?: boolean;
  securityContext?: object;
  containers: {
    ports?: { name: string; containerPort: number }[];
    volumeMounts?: { name: string; mountPath: string }[];
    securityContext?: object;
  }[];
  volumes?: { name: string }[];
};
type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: {
    selector?: object;
    template?: { metadata?: { labels?: Record<string, string> }; spec: PodSpec };
    ports?: { port: number; targetPort: string }[];
    volumeClaimTemplates?: { metadata: { name: string } }[];
  };
};

// Compiles manifests as object literals, in which TypeScript reports unknown fields as well as wrong types.
function checkTypes(manifests: readonly Manifest[]): string {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const place = mkdtempSync(join(cache, 'manifests-'));
  try {
    const lines = manifests.map((manifest, index) => {
      const group = manifest.apiVersion === 'v1' ? 'core/v1' : manifest.apiVersion;
      return `export const m${index}: import('kubernetes-types/${group}').${manifest.kind} = ${JSON.stringify(manifest)};`;
    });
    writeFileSync(join(place, 'manifests.ts'), lines.join('\n'));
    const settings = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', ''];
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2023'];
    const compiler = join(root, 'node_modules', '.bin', 'tsc');
    const { stdout } = spawnSync(compiler, [...settings, ...modules, 'manifests.ts'], {
      cwd: place,
      encoding: 'utf8',
    });
    return stdout;
  } finally {
    rmSync(place, { recursive: true });
  }
}

describe.each(['kubernetes.yaml', 'kubernetes.roles.yaml'])('%s', (file) => {
  const manifests = parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest);
  const pods = manifests.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec]));

  it('has manifests of the right types, and a misspelled field is reported', () => {
    expect(checkTypes(manifests)).toBe('');
    const [first] = manifests;
    expect(checkTypes([{ ...first, containers: [] } as unknown as Manifest])).toContain('"containers"');
  });

  it("runs every container as the image's user with a read-only root and writable /data and /tmp", () => {
    const uid = Number(/^USER (\d+)/m.exec(read('Containerfile'))?.[1]);
    expect(pods.length).toBeGreaterThan(0);
    for (const { template, volumeClaimTemplates = [] } of pods) {
      const pod = template?.spec;
      expect(pod).toMatchObject({
        // Otherwise, Kubernetes sets WAYPOST_PORT to the address of the service `waypost`.
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: uid, fsGroup: uid },
        containers: [{ securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false } }],
      });
      const mounts = pod?.containers[0]?.volumeMounts ?? [];
      expect(mounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(['/data', '/tmp']));
      const claims = volumeClaimTemplates.map(({ metadata }) => metadata.name);
      const volumes = [...claims, ...(pod?.volumes ?? []).map(({ name }) => name)];
      expect(mounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted());
    }
  });

  it('has services that find their pods and ports', () => {
    const services = manifests.filter(({ kind }) => kind === 'Service');
    expect(services.length).toBeGreaterThan(0);
    for (const { spec } of services) {
      const pod = pods.find(({ template }) => {
        const labels = template?.metadata?.labels ?? {};
        return Object.entries(spec?.selector ?? {}).every(([label, value]) => labels[label] === value);
      });
      const ports = pod?.template?.spec.containers[0]?.ports ?? [];
      const offered = ports.map(({ name, containerPort }) => ({
        name,
        port: containerPort,
        targetPort: name,
      }));
      expect(spec?.ports).toEqual(offered);
    }
  });
});
