import { makeContext } from '../../services/context.ts';
import { listWarnings } from '../../services/warnings/list-warnings.ts';
import { listWorkspaces } from '../../services/workspaces/workspaces.ts';
import { readErasureState } from '../../store/attribution/erasures.ts';
import type { Database } from '../../store/database/database.ts';

export type Finding = { part: string; state: 'ok' | 'warning' | 'problem'; says: string; mend?: string };

/** What is wrong with what is kept, rather than with what keeps it. */
export async function contentFindings(database: Database): Promise<Finding[]> {
  return [...(await erasureFindings(database)), ...(await warnedFindings(database))];
}

/** Erasures that fail. Somebody was promised that their visit is deleted, and nothing else would show that it is not. */
async function erasureFindings(database: Database): Promise<Finding[]> {
  const { stuck, since, problem } = await database.readAsSystem(readErasureState);
  if (stuck === 0) return [];
  return [
    {
      part: 'erasures',
      state: 'warning',
      says: `${stuck} ${stuck === 1 ? 'visit' : 'visits'} could not be erased since ${since?.toISOString()}: ${problem}`,
      mend: 'look at the free space and the log of the engine that keeps traffic; it is tried again every minute',
    },
  ];
}

/** Who saved such a record by the API, or by files, was told of it nowhere else. */
async function warnedFindings(database: Database): Promise<Finding[]> {
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
      says: `${count} of workspace ${JSON.stringify(name)} will probably not do what was meant: ${shown.join(', ')}${total > 3 ? ' and others' : ''}`,
      mend: 'GET /warnings of the panel API says what is wrong with each',
    });
  }
  return findings;
}
