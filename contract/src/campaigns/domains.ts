import { z } from 'zod';
import { archivedChoice, bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';
import { idList, recordStatus, timestamp } from '../api/records.ts';
import { versionNumber } from '../api/versions.ts';

const domainVerification = z.enum(['pending', 'verified', 'failed']);
export type DomainVerification = z.infer<typeof domainVerification>;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const hostLengthMax = 253;

/** Public host name without a port, normalized to lowercase ASCII (punycode). */
export const hostName = z
  .string()
  .trim()
  .transform((text, context) => {
    const host = toAscii(text.replace(/\.$/, ''));
    const labels = host.split('.');
    const isName =
      labels.length > 1 && labels.every((part) => label.test(part)) && host.length <= hostLengthMax;
    // The last label of an IP address is a number; the last label of a host name never is.
    if (isName && /[a-z]/.test(labels.at(-1) ?? '')) return host;
    context.addIssue({ code: 'custom', message: 'must be a host name such as track.example.com' });
    return z.NEVER;
  });

function toAscii(text: string): string {
  return /[/?#@:\\\s]/.test(text) || !URL.canParse(`http://${text}/`)
    ? ''
    : new URL(`http://${text}/`).hostname;
}

export const newDomain = z.strictObject({ host: hostName }).meta({ id: 'NewDomain' });

export const domain = z
  .strictObject({
    id: z.uuid(),
    host: z.string(),
    verification: domainVerification,
    checkedAt: timestamp.nullable(),
    checkError: z.string().nullable(),
    status: recordStatus,
    version: versionNumber,
    createdAt: timestamp,
  })
  .meta({ id: 'Domain' });
export type Domain = z.infer<typeof domain>;

export const domainListQuery = listQuery(
  ['-createdAt', ...bothWays('name', 'createdAt', 'updatedAt', 'status', 'verification')],
  { ...textSearch, ...archivedChoice, ids: idList.optional(), verification: domainVerification.optional() },
);
export const domainsPage = listPage(domain).meta({ id: 'DomainsPage' });

export const hostRecordQuery = z.strictObject({ host: hostName });

export const hostRecord = z
  .strictObject({
    host: z.string().meta({ description: 'Name of the DNS record.' }),
    type: z.literal('CNAME'),
    value: z.string().meta({ description: 'Host that the record must point to.' }),
    state: z.enum(['right', 'wrong', 'missing', 'unknown']).meta({
      description:
        'wrong: the record points to a different host. missing: there is no record. unknown: the DNS servers did not respond.',
    }),
    found: z.array(z.string()).meta({ description: 'Current targets of the record.' }),
  })
  .meta({ id: 'HostRecord' });
export type HostRecord = z.infer<typeof hostRecord>;
