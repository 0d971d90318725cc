import { hostRecordQuery, type Domain, type HostRecord } from '@waypost/contract/campaigns/domains.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { CnameAnswer } from '../../platform/resolve-cname.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithDomainChecks } from '../tools.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getDomain } from './domains.ts';
import { storeDomainCheck, type DomainCheck } from './record-domain-check.ts';

export const noTrackingHost = 'No tracking host is configured. Set WAYPOST_TRACKING_URL.';

export async function checkDomain(context: WorkspaceContext & WithDomainChecks, id: string): Promise<Domain> {
  requirePermission(context.actor, 'domains.check');
  const before = await getDomain(context, id);
  if (before.status === 'archived')
    throw new WaypostError('CONFLICT', 'The domain is archived. Restore it first.', { reason: 'archived' });
  const { target, resolveCname } = requireTarget(context);
  // The lookup runs outside any transaction, because DNS can take seconds.
  const answer = await resolveCname(before.host);
  // A verified domain is serving visitors, so a DNS outage must not change its state.
  if (answer.outcome === 'no-response' && before.verification === 'verified')
    throw new WaypostError('SERVICE_UNAVAILABLE', 'The name servers did not respond. Try again shortly.');
  await storeDomainCheck(context, before.id, judgeAnswer(answer, target));
  return await getDomain(context, before.id);
}

export async function readHostRecord(
  context: WorkspaceContext & WithDomainChecks,
  input: unknown,
): Promise<HostRecord> {
  requirePermission(context.actor, 'domains.check');
  const { host } = parseInput(hostRecordQuery, input);
  const { target, resolveCname } = requireTarget(context);
  const answer = await resolveCname(host);
  const found = answer.outcome === 'names' ? answer.names : [];
  const states = { nothing: 'missing', 'no-response': 'unknown', names: 'wrong' } as const;
  const state = judgeAnswer(answer, target).verified ? 'right' : states[answer.outcome];
  return { host, type: 'CNAME', value: target, state, found };
}

function requireTarget({ domainChecks: { target, resolveCname } }: WithDomainChecks) {
  if (target === undefined)
    throw new WaypostError('CONFLICT', noTrackingHost, { details: { reason: 'no-tracking-host' } });
  return { target, resolveCname };
}

export function judgeAnswer(answer: CnameAnswer, target: string): DomainCheck {
  if (answer.outcome === 'no-response') return { verified: false, error: 'The name servers did not respond' };
  if (answer.outcome === 'nothing')
    return { verified: false, error: `No CNAME record found. Add one that points to ${target}.` };
  const names = answer.names.map((name) => name.toLowerCase().replace(/\.$/, ''));
  return names.includes(target)
    ? { verified: true }
    : { verified: false, error: `The CNAME record points to ${names.join(', ')} instead of ${target}` };
}
