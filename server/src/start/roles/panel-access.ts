import type { PanelAccess } from '../../http/panel-api/operation.ts';
import type { Registry } from 'prom-client';
import type { Logger } from '../../platform/logger.ts';
import { createMailer } from '../../platform/mail.ts';
import { resolveCname } from '../../platform/resolve-cname.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { authenticateSession, makeSessionLookup } from '../../services/accounts/authenticate-session.ts';
import type { AccountTools, DomainChecks } from '../../services/context.ts';
import { limitSessions } from '../../services/rate-limits/limit-sessions.ts';
import type { Database } from '../../store/database/database.ts';
import { panelUrlOf, trackingUrlOf } from '../public-urls.ts';
import type { Settings } from '../settings.ts';
import { createAccessLog } from './access-log.ts';

const now = () => new Date();

/** What the panel's API gets: who a session speaks for, and what people's own affairs need. */
export function providePanelAccess(
  database: Database,
  settings: Settings,
  { logger, registry }: { logger: Logger; registry: Registry },
): PanelAccess {
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
      trackingUrl: trackingUrlOf(settings),
      accounts: { ...provideAccountTools(settings, logger), noteAccess: createAccessLog(registry, logger) },
    },
  };
}

function provideAccountTools(settings: Settings, logger: Logger): Omit<AccountTools, 'noteAccess'> {
  const { mail, sessionSecret } = settings;
  if (sessionSecret === undefined)
    logger.warn(
      'WAYPOST_SESSION_SECRET is not set: nobody can use a second factor here, nor headers of postbacks with secrets',
    );
  return {
    panelUrl: panelUrlOf(settings),
    mailer: mail === undefined ? undefined : createMailer(mail),
    secretBox: sessionSecret === undefined ? undefined : createSecretBox(sessionSecret, 'second factor'),
    later: (work) => {
      setImmediate(() => {
        work().catch((error: unknown) =>
          logger.warn({ err: error }, 'what was to be done after an answer failed'),
        );
      });
    },
  };
}

/** Hosts that the operator has configured, besides the domains of the workspaces. */
export function listOwnHosts({
  publicUrl,
  trackingUrl,
}: Pick<Settings, 'publicUrl' | 'trackingUrl'>): string[] {
  return [publicUrl, trackingUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
}

/** Domains have to point to the host that visitors reach the runtime by. */
export function provideDomainChecks({
  trackingUrl,
  dnsServers,
}: Pick<Settings, 'trackingUrl' | 'dnsServers'>): DomainChecks {
  return {
    target: trackingUrl === undefined ? undefined : new URL(trackingUrl).hostname,
    resolveCname: (host) => resolveCname(host, dnsServers.length === 0 ? {} : { servers: dnsServers }),
  };
}
