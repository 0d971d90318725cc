import {
  addWantedHosts,
  listCertificateStates,
  readCertificates,
  type ServedCertificate,
} from '../../store/certificates/certificates.ts';
import { isHostVerified } from '../../store/records/domains.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

type CertificateChanges = {
  changed: ServedCertificate[];
  // Hosts whose certificates no longer exist.
  removed: string[];
  challenges: { host: string; token: string }[];
};

// Reads certificates that are newer than the given versions.
export async function readCertificateChanges(
  context: ServiceContext,
  known: ReadonlyMap<string, number>,
): Promise<CertificateChanges> {
  requirePermission(context.actor, 'certificates.run');
  const states = await readAsSystem(context, listCertificateStates);
  const issued = states.filter(({ version }) => version > 0);
  const newer = issued.filter(({ host, version }) => known.get(host) !== version).map(({ host }) => host);
  const hosts = new Set(issued.map(({ host }) => host));
  return {
    changed:
      newer.length === 0 ? [] : await readAsSystem(context, (executor) => readCertificates(executor, newer)),
    removed: [...known.keys()].filter((host) => !hosts.has(host)),
    challenges: states.flatMap(({ host, challengeToken: token }) =>
      token === null ? [] : [{ host, token }],
    ),
  };
}

// Queues a host that a visitor connects to. The host must be the installation's own or a verified domain.
export async function wantCertificate(
  context: ServiceContext,
  host: string,
  ownHosts: readonly string[],
): Promise<void> {
  requirePermission(context.actor, 'certificates.run');
  await asSystem(context, async (executor) => {
    if (ownHosts.includes(host) || (await isHostVerified(executor, host)))
      await addWantedHosts(executor, [host], context.now());
  });
}
