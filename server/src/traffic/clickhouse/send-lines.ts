import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ClickHouseClient } from './client.ts';

type Sending = {
  query: string;
  lines: Buffer;
  settings: Record<string, string | number>;
  headers?: Record<string, string>;
};

/** The query goes into the address and the lines into the body, as they are. Returns what ClickHouse answers. */
export async function sendLines(client: ClickHouseClient, sending: Sending): Promise<string> {
  const { stream } = await client.exec({
    query: sending.query,
    values: Readable.from([sending.lines], { objectMode: false }),
    clickhouse_settings: sending.settings,
    ...(sending.headers === undefined ? {} : { http_headers: sending.headers }),
  });
  return await text(stream);
}

// ClickHouse's names of what can be wrong with a row. Anything else, a missing column say, is no row's fault.
const rowErrors =
  /^(?:CANNOT_PARSE_|CANNOT_READ_ARRAY|INCORRECT_DATA|ARGUMENT_OUT_OF_BOUND|DECIMAL_OVERFLOW|UNKNOWN_ELEMENT_OF_ENUM|VALUE_IS_OUT_OF_RANGE|TOO_LARGE_(?:STRING|ARRAY)_SIZE)/;

// Below some of them ClickHouse shows the row with the types of its columns; the client takes the name of a type in
// brackets there for that of the error.
const rowShown = /\nColumn 0,\s+name: /;

/** Why ClickHouse cannot read a row, in one line; undefined for an error that is not about rows. */
export function describeRefusal(error: unknown): string | undefined {
  const { type = '', message = '' } = error as { type?: string; message?: string };
  const said = message.split('\n', 1).join('');
  if (rowErrors.test(type)) return `${type}: ${said}`;
  return rowShown.test(message) ? `CANNOT_READ_ROW: ${said}` : undefined;
}
