import type { WorkspaceContext } from '../context.ts';
import { requireClickIds } from '../require-edge-tools.ts';
import type { WithTraffic } from '../tools.ts';
import type { AttributionContext } from './event-to-apply.ts';

export function requireAttribution(
  context: WorkspaceContext & WithTraffic,
): WorkspaceContext & AttributionContext {
  return { ...context, clickIds: requireClickIds(context) };
}
