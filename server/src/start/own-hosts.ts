import { resolveCname } from '../platform/resolve-cname.ts';
import type { DomainChecks } from '../services/context.ts';
import type { Settings } from './settings.ts';

/** Hosts that the operator has configured, besides the domains of the workspaces. */
export function listOwnHosts({
  publicUrl,
  trackingUrl,
}: Pick<Settings, 'publicUrl' | 'trackingUrl'>): string[] {
  return [publicUrl, trackingUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
}

/** Domains have to point to the host that visitors reach the runtime by. */
export function provideDomainChecks({ trackingUrl }: Pick<Settings, 'trackingUrl'>): DomainChecks {
  return {
    target: trackingUrl === undefined ? undefined : new URL(trackingUrl).hostname,
    resolveCname: (host) => resolveCname(host),
  };
}
