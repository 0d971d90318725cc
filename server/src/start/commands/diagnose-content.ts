import { makeContext } from '../../services/context.ts';
import { listWarnings } from '../../services/warnings/list-warnings.ts';
import { listWorkspaces } from '../../services/workspaces/workspaces.ts';
import { readErasureState } from '../../store/conversions/erasures.ts';
import type { Database } from '../../store/database/database.ts';

export type Finding = { part: string; state: 'ok' | 'warning' | 'problem'; message: string; fix?: string };

export async function contentFindings(database: Database): Promise<Finding[]> {
  return [...(await erasureFindings(database)), ...(await warningFindings(database))];
}

// Reports failing deletions, because the deletion of a visit can be required by law.
async function erasureFindings(database: Database): Promise<Finding[]> {
  const { stuck, since, problem } = await database.readAsSystem(readErasureState);
  if (stuck === 0) return [];
  return [
    {
      part: 'erasures',
      state: 'warning',
      message: `${stuck} ${stuck === 1 ? 'visit' : 'visits'} could not be deleted (oldest request: ${since?.toISOString()}): ${problem}`,
      fix: 'check the disk space with df -h, and the log of the traffic store; Waypost tries again every minute',
    },
  ];
}

// Lists records with warnings, because the public API saves records without showing their warnings.
async function warningFindings(database: Database): Promise<Finding[]> {
  const context = makeContext(database, { type: 'operator', label: 'doctor' });
  const findings: Finding[] = [];
  for (const { id, name } of await listWorkspaces(context)) {
    const { items, meta } = await listWarnings({ ...context, workspaceId: id }, { limit: '3' });
    const total = meta.total ?? items.length;
    if (total === 0) continue;
    const count = total === 1 ? '1 record' : `${total} records`;
    const shown = items.map((record) => `${record.type} ${JSON.stringify(record.name)}`);
    findings.push({
      part: 'records',
      state: 'warning',
      message: `${count} in workspace ${JSON.stringify(name)} ${total === 1 ? 'has' : 'have'} warnings: ${shown.join(', ')}${total > 3 ? ' and others' : ''}`,
      fix: 'open the records in the panel, which explains the warnings',
    });
  }
  return findings;
}
