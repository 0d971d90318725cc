import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../platform/operator-error.ts';
import { findUser } from './install-service.ts';
import { isWrittenByWaypost, servicePlaces, serviceUnits, serviceUser } from '../../config/service-files.ts';
import { callSystemctl, requireRoot, requireSystemd } from './systemd.ts';

type UninstallOptions = { isDataDeleted: boolean; root?: string };

// Stops and removes the service. Returns the folders that are kept: data and settings, unless `isDataDeleted`. The user
// is kept with the data that it owns.
export function uninstallService({ isDataDeleted, root = '/' }: UninstallOptions): { kept: string[] } {
  if (root === '/') requireSystemd();
  requireRoot('uninstall');
  const at = (place: keyof typeof servicePlaces) => join(root, servicePlaces[place]);
  if (existsSync(at('unit'))) {
    if (!isWrittenByWaypost(at('unit')))
      throw new OperatorError(
        'refused',
        `${servicePlaces.unit} was not created by "waypost service install". Remove the service yourself.`,
      );
    if (root === '/') callSystemctl('disable', '--now', '--quiet', ...serviceUnits);
    rmSync(at('unit'));
    rmSync(at('socket'), { force: true });
    if (root === '/') callSystemctl('daemon-reload');
  } else if (!isDataDeleted || !existsSync(at('home')))
    throw new OperatorError('refused', 'The service is not installed.');
  if (lstatSync(at('command'), { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(at('command'));
  for (const place of ['programs', 'cache'] as const) rmSync(at(place), { recursive: true, force: true });
  const { home, settingsFolder } = servicePlaces;
  if (!isDataDeleted) return { kept: [home, settingsFolder] };
  for (const place of ['home', 'settingsFolder'] as const)
    rmSync(at(place), { recursive: true, force: true });
  if (findUser(root) !== undefined)
    execFileSync('userdel', [...(root === '/' ? [] : ['--prefix', root]), serviceUser], { stdio: 'ignore' });
  return { kept: [] };
}
