import type { WorkspaceContext } from '../context.ts';
import { requireClickIds, requireTraffic } from '../require-traffic.ts';
import type { AttributionContext } from './event-to-apply.ts';

export function requireAttribution(context: WorkspaceContext): WorkspaceContext & AttributionContext {
  return { ...context, traffic: requireTraffic(context), clickIds: requireClickIds(context) };
}
