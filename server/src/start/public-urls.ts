import { openDataDirectory } from '../engines/data-directory.ts';
import { readInstance } from './instance.ts';
import type { Settings } from './settings.ts';

/** How people reach the panel: links in mails lead there. */
export function panelUrlOf(settings: Settings): string {
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? '127.0.0.1' : settings.host;
  const literal = host.includes(':') ? `[${host}]` : host;
  return settings.publicUrl ?? `http://${literal}:${settings.port}`;
}

/** The same for a command: the instance that runs in the data directory may have taken another port. */
export function panelUrlForCommand(settings: Settings): string {
  if (settings.publicUrl !== undefined || settings.databaseUrl !== undefined) return panelUrlOf(settings);
  return readInstance(openDataDirectory(settings.dataDirectory))?.urls?.panel ?? panelUrlOf(settings);
}

/** How visitors and networks reach the runtime, where a campaign has no domain of its own. */
export function trackingUrlOf(settings: Settings): string {
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? '127.0.0.1' : settings.host;
  const literal = host.includes(':') ? `[${host}]` : host;
  return settings.trackingUrl ?? `http://${literal}:${settings.edgePort}`;
}

/** The same for a command: the instance that runs in the data directory may have taken another port. */
export function trackingUrlForCommand(settings: Settings): string {
  if (settings.trackingUrl !== undefined || settings.databaseUrl !== undefined)
    return trackingUrlOf(settings);
  return readInstance(openDataDirectory(settings.dataDirectory))?.urls?.edge ?? trackingUrlOf(settings);
}
