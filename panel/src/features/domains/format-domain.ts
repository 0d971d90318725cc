import type { Domain, HostRecord } from '../../lib/api/api.ts';

export const verificationLabels: Readonly<Record<Domain['verification'], string>> = {
  pending: 'Not checked yet',
  verified: 'Verified',
  failed: 'Not verified',
};

/** Describes the current DNS state of a host and the next step. */
export function formatRecord({ state, host, value, found }: HostRecord): { seen: string; next: string } {
  switch (state) {
    case 'right':
      return { seen: `${host} points to ${value}.`, next: 'The DNS record is correct.' };
    case 'wrong':
      return {
        seen: `The CNAME record for ${host} points to ${found.join(', ')}.`,
        next: `Change it to ${value}.`,
      };
    case 'missing':
      return {
        seen: `No CNAME record found for ${host}.`,
        next: 'Add the record above. DNS changes usually take effect within minutes but can take hours. If you use Cloudflare, turn off its proxy for this name, because the proxy hides the record.',
      };
    case 'unknown':
      return {
        seen: `The name servers for ${host} are not responding.`,
        next: 'Waypost retries automatically.',
      };
  }
}
