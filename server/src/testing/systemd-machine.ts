import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from './poll-until.ts';

type SystemdMachine = {
  // Path of the checkout in the machine.
  checkout: string;
  // Runs a shell script as root. Does not fail if the script does.
  run: (script: string) => Promise<{ exitCode: number; stdout: string; stderr: string }>;
  stop: () => Promise<void>;
};

const checkout = '/mnt/waypost';
const boot = { timeoutMs: 120_000, intervalMs: 200 };

// Returns why this machine cannot run another systemd, or undefined if it can.
export function whyNoSystemd(): string | undefined {
  if (process.getuid?.() !== 0) return 'a machine with systemd needs root';
  if (spawnSync('systemd-nspawn', ['--version']).error !== undefined)
    return 'systemd-nspawn is not installed';
  const folder = mkdtempSync(join(tmpdir(), 'waypost-overlay-'));
  try {
    const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', mountScript(folder)]);
    return status === 0 ? undefined : 'an overlay of this machine’s files cannot be mounted';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Starts systemd in a container whose files are those of this machine. Changes are written to another folder, and the
// network consists of the loopback interface.
export async function startSystemdMachine(): Promise<SystemdMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-machine-'));
  const nspawn = [
    'systemd-nspawn --quiet --boot --register=no --keep-unit --private-network --machine=waypost',
    `--directory=${folder}/root --bind-ro=${process.cwd()}:${checkout}`,
    'systemd.unit=multi-user.target',
  ];
  // Services of this machine are not started.
  const script = `${mountScript(folder)}
mkdir -p ${folder}/root${checkout}
rm -f ${folder}/root/etc/systemd/system/multi-user.target.wants/*
exec ${nspawn.join(' ')}`;
  const container = spawn('unshare', ['--mount', 'sh', '-ec', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [container.stdout, container.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const stop = async () => {
    await stopContainer(container);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // While it starts, the container has other child processes.
    const run = (command: string) => runIn(findChild(container), command);
    const isBooted = async () => (await run('systemctl is-active multi-user.target')).exitCode === 0;
    if ((await pollUntil(async () => ((await isBooted()) ? true : undefined), boot)) === undefined)
      throw new Error('timed out');
    return { checkout, run, stop };
  } catch (error) {
    await stop();
    throw new Error(`systemd did not start: ${output}`, { cause: error });
  }
}

function mountScript(folder: string): string {
  for (const name of ['root', 'changes', 'work']) mkdirSync(join(folder, name), { recursive: true });
  return `mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/changes,workdir=${folder}/work ${folder}/root`;
}

function findChild({ pid }: ChildProcess): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0] ?? '';
  } catch {
    return '';
  }
}

function runIn(leader: string, script: string): ReturnType<SystemdMachine['run']> {
  const args = ['--target', leader, '--all', 'sh', '-c', `cd /root; ${script}`];
  return new Promise((resolve) => {
    execFile('nsenter', args, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ exitCode: code, stdout, stderr });
    });
  });
}

// The container shuts down on this signal.
async function stopContainer(container: ChildProcess): Promise<void> {
  if (container.exitCode !== null || container.signalCode !== null) return;
  const exited = once(container, 'exit');
  container.kill('SIGTERM');
  await exited;
}
