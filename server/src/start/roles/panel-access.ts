import type { PanelAccess, PanelTools } from '../../http/panel-api/operation.ts';
import type { Registry } from 'prom-client';
import type { Logger } from '../../platform/logger.ts';
import { createMailer } from '../../platform/mail.ts';
import { resolveCname } from '../../platform/resolve-cname.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { authenticateSession, makeSessionLookup } from '../../services/accounts/authenticate-session.ts';
import type { AccountTools, DomainChecks } from '../../services/tools.ts';
import { limitSessions } from '../../services/rate-limits/limit-sessions.ts';
import type { Database } from '../../store/database/database.ts';
import { resolvePanelUrl, resolveTrackingUrl } from '../public-urls.ts';
import type { Settings } from '../settings.ts';
import { createAccessLog } from './access-log.ts';

const now = () => new Date();

export function providePanelAccess(
  database: Database,
  settings: Settings,
  { logger, registry }: { logger: Logger; registry: Registry },
): Omit<PanelAccess, 'base'> & { base: Omit<PanelAccess['base'], Exclude<keyof PanelTools, 'accounts'>> } {
  const lookup = makeSessionLookup(database);
  return {
    authenticateSession: (token, workspaceId) =>
      authenticateSession({ database, now }, lookup, token, workspaceId),
    takeRate: limitSessions(database),
    publicOrigin: settings.publicUrl === undefined ? undefined : new URL(settings.publicUrl).origin,
    base: {
      database,
      now,
      outboundAllow: settings.outboundAllow,
      trackingUrl: resolveTrackingUrl(settings),
      accounts: { ...provideAccountTools(settings, logger), recordAccess: createAccessLog(registry, logger) },
    },
  };
}

function provideAccountTools(settings: Settings, logger: Logger): Omit<AccountTools, 'recordAccess'> {
  const { mail, sessionSecret } = settings;
  if (sessionSecret === undefined)
    logger.warn(
      'WAYPOST_SESSION_SECRET is not set; two-factor authentication and secret postback headers are not available',
    );
  return {
    panelUrl: resolvePanelUrl(settings),
    mailer: mail === undefined ? undefined : createMailer(mail),
    secretBox: sessionSecret === undefined ? undefined : createSecretBox(sessionSecret, 'second factor'),
    later: (work) => {
      setImmediate(() => {
        work().catch((error: unknown) => logger.warn({ err: error }, 'background task failed'));
      });
    },
  };
}

export function listOwnHosts({
  publicUrl,
  trackingUrl,
}: Pick<Settings, 'publicUrl' | 'trackingUrl'>): string[] {
  return [publicUrl, trackingUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
}

export function provideDomainChecks({
  trackingUrl,
  dnsServers,
}: Pick<Settings, 'trackingUrl' | 'dnsServers'>): DomainChecks {
  return {
    target: trackingUrl === undefined ? undefined : new URL(trackingUrl).hostname,
    resolveCname: (host) => resolveCname(host, dnsServers.length === 0 ? {} : { servers: dnsServers }),
  };
}
