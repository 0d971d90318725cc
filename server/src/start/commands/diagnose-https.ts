import { resolveCookieSecret } from '../../config/secrets.ts';
import { acceptsConnections, answersChallenges } from '../../platform/acme/probe-host.ts';
import { ClockError, createAcmeRequest } from '../../platform/acme/acme-request.ts';
import { describeCauses } from '../../platform/errors.ts';
import { listCertificateStates, type CertificateState } from '../../store/certificates/certificates.ts';
import type { Database } from '../../store/database/database.ts';
import { authorityKey, listHttpsHosts, readAuthorityRoots } from '../certificate-authority.ts';
import { checkDomain } from '../check-domains.ts';
import type { HttpsSettings, Settings } from '../settings.ts';
import type { Finding } from './diagnose-content.ts';

type HttpsTarget = Settings & { https: HttpsSettings };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const clockOffsetMaxMs = minuteMs;
const authorityTimeoutMs = 15_000;
// Renewals start earlier with all common authorities.
const expiryWarningMs = 14 * dayMs;
const clockFix = 'turn on time synchronization with: sudo timedatectl set-ntp true';
const firewallAdvice =
  'open the ports in the firewall of this machine (sudo ufw allow 80,443/tcp) and in the firewall of your provider';

// Everything that HTTPS needs except the database.
export async function httpsFindings(
  settings: Settings,
  { isRunning }: { isRunning: boolean },
): Promise<Finding[]> {
  const { https } = settings;
  if (https === undefined) return [];
  const target = { ...settings, https };
  const [authority, ...domains] = await Promise.all([
    authorityFindings(https),
    ...listHttpsHosts(https).map((host) => domainFinding(host, target)),
  ]);
  return [...domains, ...(isRunning ? [await portFinding(target)] : []), ...authority];
}

async function domainFinding(host: string, settings: HttpsTarget): Promise<Finding> {
  const part = `DNS of ${host}`;
  const { state, addresses, problem } = await checkDomain(host, settings, resolveCookieSecret(settings));
  if (problem !== undefined)
    return {
      part,
      state: 'problem',
      message: problem.message,
      fix: `${problem.advice}; then check with: dig +short ${host}`,
    };
  if (state === 'matches')
    return { part, state: 'ok', message: `points to this machine (${addresses.join(', ')})` };
  return addresses.length === 0
    ? {
        part,
        state: 'warning',
        message: 'the name servers of this machine do not respond',
        fix: 'check with: resolvectl status; or set WAYPOST_DNS_SERVERS',
      }
    : {
        part,
        state: 'warning',
        message: `points to ${addresses.join(', ')}; the public address of this machine is not known`,
        fix: `set WAYPOST_PUBLIC_ADDRESSES to the address that "curl -4 https://icanhazip.com" prints`,
      };
}

// Asks from this machine, so a firewall between this machine and the internet is not noticed.
async function portFinding(settings: HttpsTarget): Promise<Finding> {
  const { https } = settings;
  const { thumbprint } = authorityKey(https, resolveCookieSecret(settings) ?? '');
  const { httpPort, httpsPort } = https;
  const address = https.host ?? '127.0.0.1';
  const [isHttpOpen, isHttpsOpen] = await Promise.all([
    answersChallenges({ host: https.trackingHost, address, port: httpPort }, thumbprint),
    acceptsConnections({ address, port: httpsPort }),
  ]);
  const part = 'ports';
  if (isHttpOpen && isHttpsOpen)
    return { part, state: 'ok', message: `${httpPort} and ${httpsPort} are open on this machine` };
  const port = isHttpOpen ? httpsPort : httpPort;
  return {
    part,
    state: 'problem',
    message: `Waypost does not answer on port ${port}`,
    fix: `find the program that uses the port with: sudo ss -ltnp 'sport = :${port}'`,
  };
}

async function authorityFindings({ authority }: HttpsSettings): Promise<Finding[]> {
  const { hostname, origin } = new URL(authority.directoryUrl);
  try {
    const request = createAcmeRequest(
      readAuthorityRoots(authority.rootsFile),
      AbortSignal.timeout(authorityTimeoutMs),
    );
    const { status, headers } = await request(authority.directoryUrl, { method: 'GET' });
    if (status !== 200) throw new Error(`status ${status}`);
    return [
      { part: 'certificate authority', state: 'ok', message: `${hostname} is reachable` },
      clockFinding(headers.date),
    ];
  } catch (error) {
    if (error instanceof ClockError)
      return [{ part: 'clock', state: 'problem', message: error.message, fix: clockFix }];
    return [
      {
        part: 'certificate authority',
        state: 'problem',
        message: `${hostname} cannot be reached: ${describeCauses(error)}`,
        fix: `allow outgoing HTTPS; check with: curl -sS -o /dev/null -w '%{http_code}\\n' ${origin}`,
      },
    ];
  }
}

function clockFinding(date: string | undefined): Finding {
  const offsetMs = Date.now() - Date.parse(date ?? '');
  if (Number.isNaN(offsetMs) || Math.abs(offsetMs) <= clockOffsetMaxMs)
    return { part: 'clock', state: 'ok', message: 'agrees with the certificate authority' };
  const minutes = Math.round(Math.abs(offsetMs) / minuteMs);
  return {
    part: 'clock',
    state: 'problem',
    message: `${minutes} min ${offsetMs > 0 ? 'ahead of' : 'behind'} the certificate authority`,
    fix: clockFix,
  };
}

export async function certificateFindings(database: Database, { https }: Settings): Promise<Finding[]> {
  if (https === undefined) return [];
  const hosts = listHttpsHosts(https);
  const states = await database.readAsSystem((executor) => listCertificateStates(executor, hosts));
  return hosts.map((host) =>
    describeCertificate(
      host,
      states.find((state) => state.host === host),
    ),
  );
}

function describeCertificate(host: string, state: CertificateState | undefined, now = Date.now()): Finding {
  const part = `certificate of ${host}`;
  const { notAfter = null, lastError = null, nextAttemptAt } = state ?? {};
  const expiresInMs = (notAfter?.getTime() ?? 0) - now;
  if (notAfter !== null && expiresInMs > expiryWarningMs)
    return { part, state: 'ok', message: `valid until ${notAfter.toISOString().slice(0, 10)}` };
  const expiry =
    notAfter === null
      ? 'none yet'
      : expiresInMs > 0
        ? `expires in ${Math.floor(expiresInMs / dayMs)} days`
        : `expired on ${notAfter.toISOString().slice(0, 10)}`;
  const next = nextAttemptAt === undefined ? '' : `; next attempt at ${nextAttemptAt.toISOString()}`;
  return {
    part,
    state: notAfter !== null && expiresInMs > 0 ? 'warning' : 'problem',
    message: `${expiry}${lastError === null ? '' : `: ${lastError}`}${next}`,
    fix:
      lastError === null
        ? 'wait a minute, then run this command again'
        : `resolve the other problems in this list, or ${firewallAdvice}`,
  };
}
