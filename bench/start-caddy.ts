import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../server/src/platform/free-port.ts';
import { pollUntil } from '../server/src/platform/retry.ts';

export type Caddy = { port: number; pid: number; stop: () => void };

// Starts Caddy as a proxy in front of the edge, with its certificate. Returns undefined if Caddy is not installed.
export async function startCaddy(edge: {
  http: number;
  cert: string;
  key: string;
}): Promise<Caddy | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  const env = { HOME: directory, PATH: '/usr/local/bin:/usr/bin:/bin' };
  if (spawnSync('caddy', ['version'], { env }).status !== 0) return undefined;
  const port = await findFreePort('127.0.0.1');
  const write = (name: string, content: string) => {
    const path = join(directory, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const [cert, key] = [write('cert.pem', edge.cert), write('key.pem', edge.key)];
  const config = write(
    'Caddyfile',
    `{
	admin off
	auto_https disable_redirects
	skip_install_trust
}
https://track.example.com:${port} {
	bind 127.0.0.1
	tls ${cert} ${key}
	reverse_proxy 127.0.0.1:${edge.http} {
		header_up X-Forwarded-Host {host}
	}
}
`,
  );
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env,
    stdio: 'ignore',
  });
  if ((await pollUntil(() => isListening(port), { timeoutMs: 30_000, intervalMs: 50 })) === undefined)
    throw new Error('Caddy did not start');
  const stop = () => {
    child.kill();
    rmSync(directory, { recursive: true, force: true });
  };
  return { port, pid: child.pid ?? 0, stop };
}

function isListening(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(undefined));
  });
}
