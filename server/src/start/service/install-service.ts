import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { resolveListenHost } from '../../platform/held-port.ts';
import { writeFileAtomically } from '../../platform/json-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { choosePorts, listPublicPorts, requireFreeHttpsPorts } from '../ports.ts';
import { loadSettings, programDirectory, type SettingOptions, type Settings } from '../settings.ts';
import { installProgram } from './copy-program.ts';
import {
  buildScript,
  buildSettings,
  buildSocket,
  buildUnit,
  changeSettings,
  isWrittenByWaypost,
  listWritableFolders,
  readServiceSettings,
  serviceName,
  servicePlaces,
  serviceUnits,
  serviceUser,
  socketName,
} from '../../config/service-files.ts';
import { callSystemctl, createUser, readUnitState, requireRoot, requireSystemd } from './systemd.ts';

// Users of people start here on all common distributions.
const firstOrdinaryUid = 1_000;

type InstallOptions = {
  changes: SettingOptions;
  // Folder of the package or checkout that is installed. The default is the one that this process runs.
  program?: string;
  // Another folder than `/` gets the files, but nothing is started.
  root?: string;
};

// Creates or updates everything that the service needs, and starts the service. Nothing is written before all checks
// have passed, and repeating the call changes nothing.
export async function installService(options: InstallOptions): Promise<Settings> {
  const { changes, program = programDirectory, root = '/' } = options;
  const isHere = root === '/';
  if (isHere) requireSystemd();
  requireRoot('install');
  const at = (place: keyof typeof servicePlaces) => join(root, servicePlaces[place]);
  requireFreeNames(root);
  const before = existsSync(at('settings')) ? readFileSync(at('settings'), 'utf8') : buildSettings();
  const text = changeSettings(before, changes);
  const values = readServiceSettings(text);
  const settings = loadSettings(values);
  const isRunning = isHere && readUnitState().isActive;
  if (isHere) await requireFreePorts(settings, readServiceSettings(before));
  createUser(root);
  const { uid, gid } = findUser(root) ?? missingUser();
  makeFolder(at('settingsFolder'), { mode: 0o750, uid: 0, gid });
  makeFolder(at('home'), { mode: 0o700, uid, gid });
  makeFolder(at('releases'), { mode: 0o755, uid: 0, gid: 0 });
  makeFolder(dirname(at('unit')), {});
  makeFolder(dirname(at('command')), {});
  const arePortsChanged = writeFile(at('socket'), buildSocket(await resolvePorts(settings)), {
    mode: 0o644,
    gid: 0,
  });
  const changed = [
    arePortsChanged,
    writeFile(at('settings'), text, { mode: 0o640, gid }),
    installProgram(program, { releases: at('releases'), current: at('current') }),
    writeFile(at('script'), buildScript(), { mode: 0o755, gid: 0 }),
    writeFile(at('unit'), buildUnit(listWritableFolders(values)), { mode: 0o644, gid: 0 }),
  ].includes(true);
  if (!exists(at('command'))) symlinkSync(servicePlaces.script, at('command'));
  if (!isHere) return settings;
  callSystemctl('daemon-reload');
  callSystemctl('enable', '--quiet', ...serviceUnits);
  callSystemctl('reset-failed', ...serviceUnits);
  if (arePortsChanged) callSystemctl('stop', ...serviceUnits);
  if (changed || !isRunning) callSystemctl('restart', serviceName);
  return settings;
}

// The service, or systemd for it, still has the ports of the settings that were applied last.
async function requireFreePorts(settings: Settings, before: Record<string, string>): Promise<void> {
  const areHeld = [serviceName, socketName].some((name) => readUnitState(name).isActive);
  if (!areHeld) await choosePorts(settings);
  else if (loadSettings(before).https === undefined) await requireFreeHttpsPorts(settings);
}

// systemd does not resolve host names.
async function resolvePorts(settings: Settings): Promise<{ host: string; port: number }[]> {
  const { api, edge } = listPublicPorts(settings);
  return await Promise.all(
    [api, ...edge].map(async ({ host, port }) => ({ host: (await resolveListenHost(host)).address, port })),
  );
}

function requireFreeNames(root: string): void {
  for (const place of [
    servicePlaces.unit,
    servicePlaces.socket,
    servicePlaces.script,
    servicePlaces.command,
  ]) {
    const path = join(root, place);
    if (!exists(path)) continue;
    const isOurs =
      place === servicePlaces.command
        ? lstatSync(path).isSymbolicLink() && readlinkSync(path) === servicePlaces.script
        : isWrittenByWaypost(path);
    if (!isOurs)
      throw new OperatorError(
        'refused',
        `${place} exists and was not created by this command. Move it away, then run this command again.`,
      );
  }
  const user = findUser(root);
  if (user !== undefined && user.uid >= firstOrdinaryUid)
    throw new OperatorError(
      'refused',
      `The service needs a system user named ${serviceUser}, but that name belongs to an ordinary user (ID ${user.uid}). Rename that user with "usermod --login", then run this command again.`,
    );
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

export function findUser(root: string): { uid: number; gid: number } | undefined {
  const path = join(root, 'etc/passwd');
  if (!existsSync(path)) return undefined;
  const entry = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === serviceUser);
  return entry === undefined ? undefined : { uid: Number(entry[2]), gid: Number(entry[3]) };
}

function missingUser(): never {
  throw new OperatorError('unexpected', `systemd-sysusers did not create the user ${serviceUser}.`);
}

function makeFolder(path: string, { mode, uid, gid }: { mode?: number; uid?: number; gid?: number }): void {
  mkdirSync(path, { recursive: true });
  if (mode !== undefined) chmodSync(path, mode);
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

// Returns whether the file changed.
function writeFile(path: string, text: string, { mode, gid }: { mode: number; gid: number }): boolean {
  const isSame = existsSync(path) && readFileSync(path, 'utf8') === text;
  if (!isSame) writeFileAtomically(path, text, mode);
  chmodSync(path, mode);
  chownSync(path, 0, gid);
  return !isSame;
}
