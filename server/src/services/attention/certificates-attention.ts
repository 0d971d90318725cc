import { listCertificateStates, type CertificateState } from '../../store/certificates/certificates.ts';
import { listVerifiedHosts } from '../../store/records/domains.ts';
import { readAsSystem, readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithCertificates, WithInstallation } from '../tools.ts';
import { isFirstWorkspace } from '../installation/is-first-workspace.ts';
import { thresholdOf, type EffectiveRules } from './alert-rules.ts';
import { formatTime, type FoundAttention } from './describe-attention.ts';

const dayMs = 86_400_000;
const atATime = 8;

type Host = { id: string | null; host: string };

/**
 * Checks the certificates of the workspace's domains and, for the first workspace, of the installation's hosts. Skips
 * hosts without TLS.
 */
export async function findCertificateAttention(
  context: WorkspaceContext & WithCertificates & WithInstallation,
  rules: EffectiveRules,
): Promise<FoundAttention[]> {
  const { readCertificate, installation, workspaceId } = context;
  const domains = await readInWorkspace(context, 'list', (executor) =>
    listVerifiedHosts(executor, workspaceId),
  );
  const isFirst = await isFirstWorkspace(context);
  const own = isFirst ? installation.secureHosts.map((host) => ({ id: null, host })) : [];
  const all: Host[] = [...domains, ...own];
  const built = await listBuiltIn(context, all);
  const hosts = all.filter(({ host }) => !built.has(nameOf(host)));
  const found: FoundAttention[] = [];
  const days = thresholdOf(rules, 'expiring-certificate');
  for (const host of all) {
    const state = built.get(nameOf(host.host));
    if (state !== undefined) found.push(...describeBuiltIn(host, state, { now: context.now(), days }));
  }
  for (let at = 0; at < hosts.length; at += atATime) {
    const some = hosts.slice(at, at + atATime);
    const ends = await Promise.all(some.map(({ host }) => readCertificate(host)));
    found.push(
      ...some.flatMap((host, index) => describeEnd(host, ends[index], { now: context.now(), days })),
    );
  }
  return found;
}

// The certificates that Waypost obtains itself, by host.
async function listBuiltIn(
  context: WorkspaceContext,
  hosts: readonly Host[],
): Promise<Map<string, CertificateState>> {
  const names = hosts.map(({ host }) => nameOf(host));
  const states = await readAsSystem(context, (executor) => listCertificateStates(executor, names));
  return new Map(states.map((state) => [state.host, state]));
}

// Hosts of the installation can have a port.
function nameOf(host: string): string {
  return host.replace(/:\d+$/, '');
}

export function describeBuiltIn(
  { id, host }: Host,
  { notAfter, lastError }: Pick<CertificateState, 'notAfter' | 'lastError'>,
  { now, days }: { now: Date; days: number },
): FoundAttention[] {
  const leftMs = notAfter === null ? 0 : notAfter.getTime() - now.getTime();
  if (leftMs >= days * dayMs || (notAfter === null && lastError === null)) return [];
  const state =
    notAfter === null
      ? `There is no TLS certificate for ${host} yet.`
      : leftMs > 0
        ? `The TLS certificate for ${host} expires in ${formatTime(leftMs)}.`
        : `The TLS certificate for ${host} expired ${formatTime(-leftMs)} ago. Browsers are blocking visitors.`;
  const reason = lastError === null ? '' : ` Waypost failed to obtain one: ${lastError}`;
  const subject = id === null ? null : { type: 'domain' as const, id, name: host };
  return [{ kind: 'expiring-certificate', key: host, message: `${state}${reason}`, subject, count: null }];
}

function describeEnd(
  { id, host }: Host,
  end: Date | 'refused' | undefined,
  { now, days }: { now: Date; days: number },
): FoundAttention[] {
  if (end === undefined) return [];
  const leftMs = end === 'refused' ? 0 : end.getTime() - now.getTime();
  if (leftMs >= days * dayMs) return [];
  const message =
    end === 'refused'
      ? `The TLS certificate for ${host} is invalid or was issued for a different host. Browsers are blocking visitors. Replace it.`
      : `The TLS certificate for ${host} expires in ${formatTime(leftMs)}. Renew it, or browsers will block visitors.`;
  const subject = id === null ? null : { type: 'domain' as const, id, name: host };
  return [{ kind: 'expiring-certificate', key: host, message, subject, count: null }];
}
