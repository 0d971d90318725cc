import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { OperatorError } from '../../platform/operator-error.ts';
import { serviceName, serviceUser, servicePlaces } from '../../config/service-files.ts';

type UnitState = {
  isActive: boolean;
  hasFailed: boolean;
  isEnabled: boolean;
  // For example "active (running)".
  description: string;
  restarts: number;
  exitCode: number;
  mainPid: number;
};

const logLines = 15;

export function requireRoot(subcommand: string): void {
  if (process.getuid?.() === 0) return;
  throw new OperatorError('refused', `Run this command as root: sudo waypost service ${subcommand}`);
}

export function requireSystemd(): void {
  // The same check as sd_booted(3).
  if (existsSync('/run/systemd/system')) return;
  throw new OperatorError(
    'unsupportedPlatform',
    'This machine was not started with systemd. Start Waypost with your own service manager (`waypost start`), or in a container (docs/operator/install.md).',
  );
}

export function callSystemctl(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('systemctl', args, { encoding: 'utf8' });
  if (error === undefined && status === 0) return stdout;
  throw new OperatorError(
    'unexpected',
    `systemctl ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`,
  );
}

export function readUnitState(name = serviceName): UnitState {
  const names = ['ActiveState', 'SubState', 'NRestarts', 'ExecMainStatus', 'MainPID', 'UnitFileState'];
  const shown = callSystemctl('show', name, `--property=${names.join(',')}`);
  const values = new Map(shown.split('\n').map((line) => line.split('=', 2) as [string, string]));
  const active = values.get('ActiveState') ?? 'unknown';
  return {
    isActive: active === 'active',
    hasFailed: active === 'failed',
    isEnabled: values.get('UnitFileState') === 'enabled',
    description: `${active} (${values.get('SubState')})`,
    restarts: Number(values.get('NRestarts')),
    exitCode: Number(values.get('ExecMainStatus')),
    mainPid: Number(values.get('MainPID')),
  };
}

// Standard output of the service, from its last start on.
export function readServiceLog(): string {
  const args = [
    '--unit',
    serviceName,
    '--lines',
    String(logLines),
    '--no-pager',
    '--output',
    'cat',
    '--quiet',
  ];
  return spawnSync('journalctl', args, { encoding: 'utf8' }).stdout.trim();
}

// Creates the user and the group unless they exist.
export function createUser(root: string): void {
  const line = `u ${serviceUser} - "Waypost" ${servicePlaces.home} /usr/sbin/nologin`;
  execFileSync('systemd-sysusers', [`--root=${root}`, '--inline', line], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
