import type { AttentionItem } from '@waypost/contract/attention.ts';
import { geoDaysMax } from '../../domain/geo-age.ts';
import { findFirstWorkspaceId } from '../../store/database/system-facts.ts';
import { readAsSystem, type WorkspaceContext } from '../context.ts';
import { isAllowed } from '../permissions.ts';

/** What the operator has to mend: parts that fail, and files that are too old. Others are told nothing of it. */
export async function readInstallationAttention(context: WorkspaceContext): Promise<AttentionItem[]> {
  const { installation, actor, workspaceId } = context;
  if (installation === undefined || !isAllowed(actor, 'system.read')) return [];
  if ((await readAsSystem(context, findFirstWorkspaceId)) !== workspaceId) return [];
  const status = await installation.readStatus();
  if (status === undefined) return [];
  const failing = status.readiness.checks.filter(({ ok }) => !ok);
  const old = status.figures.filter(
    ({ name, value }) => name === 'waypost_edge_geo_age_days' && value > geoDaysMax,
  );
  return [
    ...failing.map(({ name, message }): AttentionItem => ({
      kind: 'part-failing',
      message: `${name}: ${message ?? 'it does not answer'}.`,
      subject: null,
      count: null,
    })),
    ...old.slice(0, 1).map(({ value }): AttentionItem => ({
      kind: 'old-geo-files',
      message: `The files that places are looked up in are ${Math.floor(value)} days old: addresses move, so replace them.`,
      subject: null,
      count: null,
    })),
  ];
}
