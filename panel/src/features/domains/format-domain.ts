import type { Domain, HostRecord } from '../../lib/api.ts';

export const verificationLabels: Readonly<Record<Domain['verification'], string>> = {
  pending: 'Not checked yet',
  verified: 'Leads here',
  failed: 'Does not lead here',
};

/** What name servers say of a host right now, and what to do about it. */
export function formatRecord({ state, host, value, found }: HostRecord): { seen: string; next: string } {
  switch (state) {
    case 'right':
      return { seen: `${host} leads to ${value}.`, next: 'Nothing is left to do.' };
    case 'wrong':
      return {
        seen: `The CNAME record of ${host} leads to ${found.join(', ')}.`,
        next: `Let it lead to ${value} instead.`,
      };
    case 'missing':
      return {
        seen: `There is no CNAME record of ${host} to be seen.`,
        next: 'Set the one above. It often takes some minutes until it is seen, rarely some hours. Where a service stands in front of the name, such as the proxy of Cloudflare, switch that off for this name: it hides the record.',
      };
    case 'unknown':
      return {
        seen: `The name servers of ${host} do not answer at the moment.`,
        next: 'Wait: it is looked up again by itself.',
      };
  }
}
