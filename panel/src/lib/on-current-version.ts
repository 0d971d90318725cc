import { WaypostApiError } from '../../../client/waypost-panel-client.ts';

/**
 * Repeats a write with the current version if the record has changed since it was read. This is only suitable for
 * changes that overwrite nothing else, such as a pause.
 */
export async function onCurrentVersion<Answer>(
  version: number,
  write: (version: number) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await write(version);
  } catch (error) {
    const current = staleVersion(error);
    if (current === undefined) throw error;
    return await write(current);
  }
}

function staleVersion(error: unknown): number | undefined {
  if (!(error instanceof WaypostApiError)) return undefined;
  const { reason, version } = error.details as { reason?: unknown; version?: unknown };
  return reason === 'stale' && typeof version === 'number' ? version : undefined;
}
