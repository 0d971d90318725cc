import { openDataDirectory } from '../engines/data-directory.ts';
import { readInstance } from './instance.ts';
import type { Settings } from './settings.ts';

/** How something on a port of this machine is reached: where it listens on all addresses, by the machine's own. */
export function localUrl({ host }: Pick<Settings, 'host'>, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/** How people reach the panel: links in mails lead there. */
export function panelUrlOf(settings: Settings, port = settings.port): string {
  return settings.publicUrl ?? localUrl(settings, port);
}

/** How visitors and networks reach the runtime, where a campaign has no domain of its own. */
export function trackingUrlOf(settings: Settings): string {
  return settings.trackingUrl ?? localUrl(settings, settings.edgePort);
}

/** The same for a command: the instance that runs in the data directory may have taken other ports. */
export function panelUrlForCommand(settings: Settings): string {
  return (
    (settings.publicUrl === undefined ? runningUrls(settings)?.panel : undefined) ?? panelUrlOf(settings)
  );
}

export function trackingUrlForCommand(settings: Settings): string {
  return (
    (settings.trackingUrl === undefined ? runningUrls(settings)?.edge : undefined) ?? trackingUrlOf(settings)
  );
}

function runningUrls({ databaseUrl, dataDirectory }: Settings) {
  return databaseUrl === undefined ? readInstance(openDataDirectory(dataDirectory))?.urls : undefined;
}
