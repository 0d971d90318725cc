import { WaypostError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../context.ts';
import type { AttributionContext } from './event-to-apply.ts';

/** For what makes conversions, or tries to: it finds visits by their click ids. */
export function requireAttribution(context: WorkspaceContext): WorkspaceContext & AttributionContext {
  const { traffic, clickIds } = context;
  if (traffic === undefined || clickIds === undefined)
    throw new WaypostError(
      'SERVICE_UNAVAILABLE',
      'click ids cannot be read here: WAYPOST_COOKIE_SECRET has to be that of the edges',
    );
  return { ...context, traffic, clickIds };
}
