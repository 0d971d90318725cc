import { openClickHouse, type ClickHouseClient } from '../platform/clickhouse-client.ts';
import { newId } from '../platform/ids.ts';

/** ClickHouse, through its ordinary client. */
export class EventStore {
  readonly #client: ClickHouseClient;

  constructor(url: string) {
    this.#client = openClickHouse(url);
  }

  async check(): Promise<void> {
    const result = await this.#client.ping({ select: true });
    if (!result.success) throw result.error;
  }

  async serverVersion(): Promise<string> {
    const result = await this.#client.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' });
    const [row] = await result.json<{ version: string }>();
    return row?.version ?? 'unknown';
  }

  /** Writes a row and reads it back: shows that inserts work, not only that the server answers. */
  async probeWrite(now: Date): Promise<void> {
    const id = newId();
    await this.#client.insert({
      table: 'write_probe',
      values: [{ id, written_at: now.getTime() }],
      format: 'JSONEachRow',
    });
    const result = await this.#client.query({
      query: 'SELECT count() AS found FROM write_probe WHERE id = {id:UUID}',
      query_params: { id },
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ found: string }>();
    if (Number(row?.found) !== 1) throw new Error('a row that was just written cannot be read back');
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
