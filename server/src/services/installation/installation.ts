import type { Installation } from '@waypost/contract/installation.ts';
import type { Database } from '../../store/database/database.ts';
import { hasSignIns } from '../../store/database/system-facts.ts';
import { readAsSystem, type InstallationTools, type ServiceContext } from '../context.ts';

// Anybody may ask, and while nobody has signed in the log is looked through for it.
const keptMs = 2_000;
const known = new WeakMap<Database, { askedAt: number; answer: Promise<boolean> }>();

/** For a sign-in screen: what it shows before it knows anybody. */
export async function describeInstallation(context: ServiceContext): Promise<Installation> {
  const { version, trafficStore, hasPublicUrl } = requireInstallation(context);
  return {
    version,
    trafficStore,
    canSendMail: context.accounts?.mailer !== undefined,
    hasPublicUrl,
    trackingHost: context.domainChecks?.target ?? null,
    isFirstSignInPending: !(await wasSignedIn(context)),
  };
}

/** Once somebody has, that stays so. */
async function wasSignedIn(context: ServiceContext): Promise<boolean> {
  const before = known.get(context.database);
  if (before !== undefined) {
    const answer = await before.answer;
    if (answer || performance.now() - before.askedAt < keptMs) return answer;
  }
  const answer = readAsSystem(context, hasSignIns);
  known.set(context.database, { askedAt: performance.now(), answer });
  answer.catch(() => known.delete(context.database));
  return await answer;
}

export function requireInstallation({ installation }: ServiceContext): InstallationTools {
  if (installation === undefined) throw new Error('Installation details are not available in this process');
  return installation;
}
