import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import {
  issueNextCertificate,
  postponeUnreachableHosts,
  queueOwnHosts,
  type CertificateIssuer,
} from '../services/certificates/issue-certificates.ts';
import type { ServiceContext } from '../services/context.ts';
import type { DueWork } from './due-work.ts';

// Hosts that exceed a limit stay due, so this is also how often their turn is checked.
const everyMs = 2_000;

// Orders certificates one at a time. Several workers can run at the same time, because each worker claims different
// hosts.
export function issueCertificates(
  context: ServiceContext,
  issuer: CertificateIssuer,
  due: DueWork,
  logger: Logger,
): Loop {
  const reporter = new FailureReporter(logger, {
    failed: 'failed to read due certificates, retrying',
    resolved: 'resumed reading due certificates',
  });
  const reasons = new Map<string, string>();
  let areOwnHostsQueued = false;
  return new Loop({
    everyMs,
    waitUntilDue: (signal) => due.until('certificates', signal),
    work: async () => {
      if (!areOwnHostsQueued) await queueOwnHosts(context, issuer);
      areOwnHostsQueued = true;
      for (const { host, reason } of await postponeUnreachableHosts(context, issuer)) {
        if (reasons.get(host) !== reason) logger.warn({ host, reason }, 'certificate: waiting for DNS');
        reasons.set(host, reason);
      }
      const issued = await issueNextCertificate(context, issuer);
      reporter.end();
      if (issued !== undefined) reasons.delete(issued.host);
      if (issued === undefined) return everyMs;
      if ('error' in issued) logger.error(issued, 'failed to obtain a certificate, retrying later');
      else logger.info(issued, 'obtained a certificate');
      return 0;
    },
    onFailure: (error) => reporter.note(describeError(error)),
  });
}
