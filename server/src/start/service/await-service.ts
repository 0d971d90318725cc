import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../../platform/errors.ts';
import { resolveCookieSecret } from '../../config/secrets.ts';
import { exitCodes, OperatorError, type ExitReason } from '../../platform/operator-error.ts';
import { describeDomains } from '../check-domains.ts';
import { readReadiness } from '../read-readiness.ts';
import { readInstance, type Instance } from '../instance.ts';
import { resolvePanelUrl, resolveTrackingUrl } from '../public-urls.ts';
import { loadSettings, type Settings } from '../settings.ts';
import { readServiceSettings, servicePlaces } from '../../config/service-files.ts';
import { readServiceLog, readUnitState, requireRoot, requireSystemd } from './systemd.ts';

const timeoutMs = 180_000;
const intervalMs = 500;

type RunningService = {
  addresses: Record<string, string>;
  firstAccess: { file: string; text: string } | undefined;
  // What to change in DNS.
  domains: string[];
};

type ServiceStatus = {
  // For example "active (running), starts with the machine".
  state: string;
  version: string;
  // Undefined if everything works.
  problem: string | undefined;
  addresses: Record<string, string>;
};

// Waits until the service is ready. If it exits, throws with the last lines of its log.
export async function awaitService(settings: Settings): Promise<RunningService> {
  const deadline = performance.now() + timeoutMs;
  const { restarts } = readUnitState();
  for (;;) {
    const unit = readUnitState();
    if (unit.hasFailed || unit.restarts > restarts) throw exited(unit.exitCode);
    const instance = findRunning(settings);
    const problem = instance === undefined ? 'it is still starting' : await findProblem(instance);
    if (instance !== undefined && problem === undefined)
      return {
        addresses: listAddresses(settings, instance),
        firstAccess: readFirstAccess(settings),
        domains: await describeDomains(settings, resolveCookieSecret(settings)),
      };
    if (performance.now() > deadline)
      throw new OperatorError(
        'engineUnavailable',
        `The service runs, but is not ready: ${problem}. See its log: journalctl -u waypost`,
      );
    await sleep(intervalMs);
  }
}

export async function readServiceStatus(): Promise<ServiceStatus> {
  requireSystemd();
  requireRoot('status');
  const { unit, settings: file, current } = servicePlaces;
  if (!existsSync(unit))
    throw new OperatorError(
      'refused',
      'The service is not installed. Install it with "waypost service install".',
    );
  const settings = loadSettings(readServiceSettings(readFileSync(file, 'utf8')));
  const { description, isActive, isEnabled } = readUnitState();
  const instance = findRunning(settings);
  return {
    state: `${description}, ${isEnabled ? 'starts with the machine' : 'does not start with the machine'}`,
    version: instance?.version ?? readVersion(current),
    problem: await findStatusProblem(isActive, instance),
    addresses: listAddresses(settings, instance),
  };
}

async function findStatusProblem(
  isActive: boolean,
  instance: Instance | undefined,
): Promise<string | undefined> {
  if (!isActive) return 'not running; start it with: sudo systemctl start waypost';
  return instance === undefined ? 'still starting' : await findProblem(instance);
}

function readVersion(current: string): string {
  return (JSON.parse(readFileSync(join(current, 'package.json'), 'utf8')) as { version: string }).version;
}

function listAddresses(settings: Settings, instance: Instance | undefined): Record<string, string> {
  const { panel = resolvePanelUrl(settings), edge = resolveTrackingUrl(settings) } = instance?.urls ?? {};
  return {
    panel,
    tracking: settings.trackingUrl ?? edge,
    settings: servicePlaces.settings,
    data: settings.dataDirectory,
    log: 'journalctl -u waypost -f',
  };
}

function findRunning({ dataDirectory }: Settings): Instance | undefined {
  const instance = readInstance({ run: join(dataDirectory, 'run') });
  return instance?.urls === undefined ? undefined : instance;
}

async function findProblem(instance: Instance): Promise<string | undefined> {
  try {
    await readReadiness(instance);
    return undefined;
  } catch (error) {
    return describeError(error);
  }
}

function readFirstAccess({ dataDirectory }: Settings): RunningService['firstAccess'] {
  const file = join(dataDirectory, 'first-access.txt');
  return existsSync(file) ? { file, text: readFileSync(file, 'utf8') } : undefined;
}

function exited(exitCode: number): OperatorError {
  const reason = (Object.keys(exitCodes) as ExitReason[]).find(
    (name) => exitCodes[name] === exitCode && name !== 'done',
  );
  return new OperatorError(
    reason ?? 'unexpected',
    `The service exited with code ${exitCode}. Correct the problem, then run this command again. Last lines of its log:\n${readServiceLog()}`,
  );
}
