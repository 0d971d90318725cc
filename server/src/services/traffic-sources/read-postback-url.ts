import { judgeOutboundUrl } from '../../domain/outbound/judge-url.ts';
import type { WorkspaceContext } from '../context.ts';
import { invalidInput } from '../parse-input.ts';

/** Only addresses of the public internet: this server calls them, and must not be used to reach its own neighbours. */
export function readPostbackUrl(context: WorkspaceContext, text: string | null | undefined): string | null {
  if (text === undefined || text === null || text === '') return null;
  const judged = judgeOutboundUrl(text, context.outboundAllow ?? []);
  if (judged.ok) return judged.url;
  throw invalidInput([{ path: 'postbackUrl', message: judged.reason }]);
}
