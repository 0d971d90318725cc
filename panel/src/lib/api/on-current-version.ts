import { WaypostApiError } from '../../../../client/waypost-panel-client.ts';

/**
 * Repeats a write with the current version if the record has changed since it was read. Use this only for changes that
 * overwrite nothing else, such as pausing a campaign.
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
