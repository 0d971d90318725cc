import { hostName } from '@waypost/contract/domains.ts';
import { isHostVerified } from '../../store/domains.ts';
import { asSystem, type ServiceContext } from '../context.ts';

/**
 * Whether the installation answers for a host: the proxy in front asks before it gets a certificate for one. It asks
 * without a credential, and learns no more than that a visitor of the host could see.
 */
export async function isDomainOurs(
  context: ServiceContext,
  host: string,
  ownHosts: readonly string[],
): Promise<boolean> {
  const name = hostName.safeParse(host);
  if (ownHosts.includes(name.data ?? host.toLowerCase())) return true;
  return name.success && (await asSystem(context, (executor) => isHostVerified(executor, name.data)));
}
