export type VersionedId = { id: string; version: number };

/** Maximum number of records in one request. */
const batchSize = 500;

/** Sends records in one or more requests, one after another. Returns the changed records from all responses. */
export async function sendInBatches<Changed>(
  records: readonly VersionedId[],
  send: (body: { records: VersionedId[] }) => Promise<{ records: Changed[] }>,
): Promise<Changed[]> {
  const changed: Changed[] = [];
  for (let from = 0; from < records.length; from += batchSize) {
    const part = records.slice(from, from + batchSize).map(({ id, version }) => ({ id, version }));
    changed.push(...(await send({ records: part })).records);
  }
  return changed;
}
