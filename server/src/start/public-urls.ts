import { openDataDirectory } from '../engines/data-directory.ts';
import { readInstance } from './instance.ts';
import type { Settings } from './settings.ts';

export function localUrl({ host }: Pick<Settings, 'host'>, port: number): string {
  const hostname = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

export function resolvePanelUrl(settings: Settings, port = settings.port): string {
  return settings.publicUrl ?? localUrl(settings, port);
}

export function resolveTrackingUrl(settings: Settings): string {
  return settings.trackingUrl ?? localUrl(settings, settings.edgePort);
}

// Returns the configured URL. If no URL is configured, returns the URL of the running instance, because its ports may
// differ from the ports in this command's settings.
export function panelUrlForCommand(settings: Settings): string {
  return (
    (settings.publicUrl === undefined ? runningUrls(settings)?.panel : undefined) ?? resolvePanelUrl(settings)
  );
}

export function trackingUrlForCommand(settings: Settings): string {
  return (
    (settings.trackingUrl === undefined ? runningUrls(settings)?.edge : undefined) ??
    resolveTrackingUrl(settings)
  );
}

function runningUrls({ databaseUrl, dataDirectory }: Settings) {
  return databaseUrl === undefined ? readInstance(openDataDirectory(dataDirectory))?.urls : undefined;
}
