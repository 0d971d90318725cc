import type { SystemHealth } from '@waypost/contract/monitoring/installation.ts';
import { WaypostError } from '../../platform/errors.ts';
import { listCertificateStates, type CertificateState } from '../../store/certificates/certificates.ts';
import { readAttributionBacklog } from '../../store/conversions/attribution-backlog.ts';
import { readErasureState } from '../../store/conversions/erasures.ts';
import { findFirstWorkspaceId, readSystemFacts } from '../../store/database/system-facts.ts';
import { asSystem, type WorkspaceContext } from '../context.ts';
import type { InstallationTools, StatusReading, WithInstallation, WithTraffic } from '../tools.ts';
import { requirePermission } from '../permissions.ts';

const certificatesMax = 100;

export const notOperator = 'Only owners and admins of the first workspace can see the system status';

/**
 * Returns the health of the installation with all its workspaces. The person who set up the installation owns its first
 * workspace, so the owners and admins of the first workspace are operators, and those of later workspaces are not.
 */
export async function readSystemHealth(
  context: WorkspaceContext & WithInstallation & WithTraffic,
): Promise<SystemHealth> {
  requirePermission(context.actor, 'system.read');
  const { version, trafficStore, readStatus, readDisk, readBackups, readRestarts } = context.installation;
  const facts = await asSystem(context, async (executor) => {
    if ((await findFirstWorkspaceId(executor)) !== context.workspaceId)
      throw new WaypostError('FORBIDDEN', notOperator, { details: { reason: 'not-operator' } });
    const system = await readSystemFacts(executor);
    const backlog = await readAttributionBacklog(executor);
    const certificates = await listCertificateStates(executor);
    return { ...system, backlog, certificates, erasures: await readErasureState(executor) };
  });
  const [status, disk, trafficBytes] = await Promise.all([
    readStatus(),
    readDisk(),
    // If the engine is unavailable, `parts` reports the outage, and the size is unknown.
    context.traffic.sizeBytes().catch(() => null),
  ]);
  return {
    ...describeStatus(status),
    version,
    trafficStore,
    restartLog: readRestarts() ?? null,
    databaseBytes: facts.databaseBytes,
    trafficBytes,
    disk: disk ?? null,
    backups: presentBackups(readBackups()),
    certificates: presentCertificates(facts.certificates),
    edges: facts.edges.map(({ leaseUntil, startedAt, shippedUntil, ...edge }) => ({
      ...edge,
      startedAt: startedAt.toISOString(),
      lastHeardAt: leaseUntil.toISOString(),
      shippedUntil: shippedUntil?.toISOString() ?? null,
    })),
    publication: { waiting: facts.waitingCampaigns, failed: facts.failedCampaigns },
    jobs: facts.jobs.map(({ dueAt, ...job }) => ({ ...job, dueAt: dueAt.toISOString() })),
    backlog: {
      inboxRequests: facts.backlog.waiting,
      outboxRows: facts.backlog.outboxRows,
      postbacks: facts.duePostbacks,
    },
    erasures: { stuck: facts.erasures.stuck },
    checkedAt: context.now().toISOString(),
  };
}

// Certificates with errors come first, then those that expire first.
function urgencyOf({ lastError, notAfter }: CertificateState): number {
  return lastError === null ? (notAfter?.getTime() ?? 0) : -1;
}

function presentCertificates(states: CertificateState[]): SystemHealth['certificates'] {
  return states
    .toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
    .slice(0, certificatesMax)
    .map(({ host, notAfter, lastError, lastErrorAt, nextAttemptAt }) => ({
      host,
      expiresAt: notAfter?.toISOString() ?? null,
      error: lastError,
      errorAt: lastErrorAt?.toISOString() ?? null,
      nextAttemptAt: nextAttemptAt.toISOString(),
    }));
}

function presentBackups({
  last,
  failure,
  nextAt,
}: ReturnType<InstallationTools['readBackups']>): SystemHealth['backups'] {
  return {
    last:
      last === undefined
        ? null
        : {
            at: last.at.toISOString(),
            durationMs: last.durationMs ?? null,
            bytes: last.bytes ?? null,
            folder: last.folder ?? null,
          },
    failure: failure === undefined ? null : { at: failure.at.toISOString(), reason: failure.reason },
    nextAt: nextAt?.toISOString() ?? null,
  };
}

function describeStatus(
  status: StatusReading | undefined,
): Pick<SystemHealth, 'status' | 'parts' | 'restarts' | 'spool' | 'geoAgeDays'> {
  if (status === undefined)
    return { status: 'unknown', parts: [], restarts: [], spool: [], geoAgeDays: null };
  const { readiness, figures } = status;
  const of = (name: RegExp) =>
    figures.flatMap((figure) => {
      const match = name.exec(figure.name);
      return match === null ? [] : [{ ...figure, part: match[1] ?? '' }];
    });
  return {
    status: readiness.status,
    parts: readiness.checks.map(({ name, ok, essential, since, message }) => ({
      name,
      isOk: ok,
      isEssential: essential,
      since,
      message: message ?? null,
    })),
    restarts: of(/^waypost_process_restarts$/).map(({ labels, value }) => ({
      process: labels['process'] ?? '',
      count: value,
    })),
    spool: of(/^waypost_edge_spool_(\w+)_backlog_bytes$/).map(({ part, value }) => ({
      name: part,
      backlogBytes: value,
      oldestSeconds: of(new RegExp(`^waypost_edge_spool_(${part})_oldest_seconds$`))[0]?.value ?? 0,
    })),
    geoAgeDays: of(/^(waypost_edge_geo_age_days)$/)[0]?.value ?? null,
  };
}
