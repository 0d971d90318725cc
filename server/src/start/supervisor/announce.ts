import type { FirstAccess } from '../../services/accounts/set-up-first-workspace.ts';
import { describeTrafficStore, type TrafficStoreChoice } from '../engine-addresses.ts';
import type { Ports } from '../ports.ts';
import { localUrl, resolvePanelUrl } from '../public-urls.ts';
import type { Settings } from '../settings.ts';
import { presentFirstAccess } from './first-access.ts';

type Urls = { panel: string; edge: string; status: string };

export function resolveUrls(settings: Settings, ports: Ports): Urls {
  return {
    panel: resolvePanelUrl(settings, ports.api),
    edge: localUrl(settings, ports.edge),
    status: `http://127.0.0.1:${ports.metrics}`,
  };
}

export function announce(options: {
  settings: Settings;
  urls: Urls;
  choice: TrafficStoreChoice;
  firstAccess: FirstAccess | undefined;
  domains: readonly string[];
}): void {
  const { settings, urls, choice, firstAccess, domains } = options;
  const access =
    firstAccess === undefined
      ? []
      : presentFirstAccess(firstAccess, {
          panelUrl: urls.panel,
          dataDirectory: settings.dataDirectory,
          isTerminal: process.stdout.isTTY,
        });
  const lines = [
    '',
    'Waypost is running.',
    '',
    `Panel          ${urls.panel}`,
    `API            ${urls.panel}/api/v1     docs at ${urls.panel}/docs`,
    `Tracking       ${settings.trackingUrl ?? urls.edge}`,
    `Status         ${urls.status}/readyz`,
    `Traffic store  ${describeTrafficStore(choice)}`,
    ...access,
    '',
    ...(domains.length === 0 ? [] : [...domains, '']),
    'Press Ctrl-C to stop.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
