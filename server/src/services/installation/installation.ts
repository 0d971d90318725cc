import type { Installation } from '@waypost/contract/monitoring/installation.ts';
import type { Database } from '../../store/database/database.ts';
import { hasSignIns } from '../../store/database/system-facts.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';
import type { WithAccounts, WithDomainChecks, WithInstallation } from '../tools.ts';

// Cached, because callers are not authenticated, and until someone has signed in, each query searches the audit log.
const cacheMs = 2_000;
const cache = new WeakMap<Database, { askedAt: number; answer: Promise<boolean> }>();

export async function describeInstallation(
  context: ServiceContext & WithInstallation & WithAccounts & WithDomainChecks,
): Promise<Installation> {
  const { version, trafficStore, hasPublicUrl } = context.installation;
  return {
    version,
    trafficStore,
    canSendMail: context.accounts.mailer !== undefined,
    hasPublicUrl,
    trackingHost: context.domainChecks.target ?? null,
    isFirstSignInPending: !(await wasSignedIn(context)),
  };
}

async function wasSignedIn(context: ServiceContext): Promise<boolean> {
  const before = cache.get(context.database);
  if (before !== undefined) {
    const answer = await before.answer;
    if (answer || performance.now() - before.askedAt < cacheMs) return answer;
  }
  const answer = readAsSystem(context, hasSignIns);
  cache.set(context.database, { askedAt: performance.now(), answer });
  answer.catch(() => cache.delete(context.database));
  return await answer;
}
