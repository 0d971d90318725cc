import type { ClickHouseClient } from './client.ts';

/** Part of every order of ours, so that it can be told from others'. */
export const erasureSign = 'waypost erasure';

type Failed = { id: string; command: string; reason: string };

/**
 * Takes back orders to delete rows that ClickHouse could not carry out, on a full disk or a damaged part say: it would try
 * them for ever, and do nothing that comes after them in those parts. What they were about is found and ordered again.
 * Gives the reason of what failed; also of an order that is not ours, which stays and holds up those behind it.
 */
export async function endFailedErasures(client: ClickHouseClient): Promise<string | undefined> {
  const result = await client.query({
    query: `SELECT mutation_id AS id, command, latest_fail_reason AS reason FROM system.mutations
      WHERE database = currentDatabase() AND table = 'events' AND NOT is_done AND latest_fail_reason != ''
      ORDER BY create_time`,
    format: 'JSONEachRow',
  });
  const failed = await result.json<Failed>();
  // Those that somebody else gave are theirs to take back.
  const ours = failed.filter(({ command }) => command.includes(erasureSign));
  for (const { id } of ours)
    await client.command({
      query: `KILL MUTATION WHERE database = currentDatabase() AND table = 'events' AND mutation_id = {id:String}`,
      query_params: { id },
    });
  return failed[0]?.reason.slice(0, reasonLengthMax);
}

const reasonLengthMax = 500;
