import { networkInterfaces } from 'node:os';
import { compareAddresses, formatChange, type AddressComparison } from '../domain/dns/compare-addresses.ts';
import { isPublicAddress } from '../domain/outbound/address-policy.ts';
import { answersChallenges } from '../platform/acme/probe-host.ts';
import { resolveAddresses } from '../platform/resolve-addresses.ts';
import { authorityKey, listHttpsHosts } from './certificate-authority.ts';
import type { HttpsSettings, Settings } from './settings.ts';

type DomainCheck = {
  host: string;
  state: AddressComparison['state'];
  addresses: string[];
  // Undefined if the name points to this machine, or if that cannot be known.
  problem: { message: string; advice: string } | undefined;
};

type DomainSettings = Pick<Settings, 'dnsServers' | 'publicAddresses'> & { https: HttpsSettings };

// Checks whether a name points to this machine. `secret` is the cookie secret, which all edges of an installation share.
// Without it, a load balancer in front of this machine is not recognized.
export async function checkDomain(host: string, settings: DomainSettings, secret = ''): Promise<DomainCheck> {
  const { dnsServers, https } = settings;
  const answer = await resolveAddresses(host, dnsServers.length === 0 ? undefined : dnsServers);
  // Without name servers, nothing else works either. The certificate authority then decides.
  if (answer.outcome === 'no-response') return { host, state: 'unknown', addresses: [], problem: undefined };
  const addresses = answer.outcome === 'nothing' ? [] : answer.addresses;
  const own = listPublicAddresses(settings);
  const others = addresses.filter((address) => !own.includes(address));
  const { thumbprint } = authorityKey(https, secret);
  const reached = await Promise.all(
    others.map(async (address) =>
      (await answersChallenges({ host, address }, thumbprint)) ? [address] : [],
    ),
  );
  const { state, changes } = compareAddresses({ found: addresses, own, reached: reached.flat() });
  if (state === 'matches' || state === 'unknown') return { host, state, addresses, problem: undefined };
  const points =
    state === 'missing' ? 'has no address in DNS' : `points to ${others.join(', ')}, not to this machine`;
  const advice = changes.map((change) => formatChange(host, change)).join(', ');
  return { host, state, addresses, problem: { message: points, advice } };
}

// Lines to print at the start. Empty if all names point to this machine.
export async function describeDomains(settings: Settings, secret?: string): Promise<string[]> {
  const { https } = settings;
  if (https === undefined) return [];
  const checks = await Promise.all(
    listHttpsHosts(https).map((host) => checkDomain(host, { ...settings, https }, secret)),
  );
  const problems = checks.flatMap(({ host, problem }) =>
    problem === undefined ? [] : formatProblem(host, problem),
  );
  if (problems.length === 0) return [];
  return [
    'DNS is not ready. Make these changes where the domain is registered:',
    ...problems.map((problem) => `- ${problem}`),
    'Waypost checks every ten seconds, and obtains the certificates when the names point here.',
    ...(listPublicAddresses(settings).length === 0
      ? [
          'The public address of this machine is not known. If it is behind NAT, set WAYPOST_PUBLIC_ADDRESSES.',
        ]
      : []),
  ];
}

export function formatProblem(
  host: string,
  { message, advice }: NonNullable<DomainCheck['problem']>,
): string {
  return `${host} ${message}: ${advice}`;
}

function listPublicAddresses({ publicAddresses }: Pick<Settings, 'publicAddresses'>): string[] {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const found = interfaces.map(({ address }) => address).filter(isPublicAddress);
  return [...new Set([...publicAddresses, ...found])];
}
