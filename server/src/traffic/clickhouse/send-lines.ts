import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ClickHouseClient } from './client.ts';

type LineRequest = {
  query: string;
  lines: Buffer;
  settings: Record<string, string | number>;
  headers?: Record<string, string>;
};

/** Sends the query in the URL and the lines unchanged in the body. Returns the response body. */
export async function sendLines(client: ClickHouseClient, request: LineRequest): Promise<string> {
  const { stream } = await client.exec({
    query: request.query,
    values: Readable.from([request.lines], { objectMode: false }),
    clickhouse_settings: request.settings,
    ...(request.headers === undefined ? {} : { http_headers: request.headers }),
  });
  return await text(stream);
}

// ClickHouse error types for invalid rows. Any other error, such as a missing column, is not about a row.
const rowErrors =
  /^(?:CANNOT_PARSE_|CANNOT_READ_ARRAY|INCORRECT_DATA|ARGUMENT_OUT_OF_BOUND|DECIMAL_OVERFLOW|UNKNOWN_ELEMENT_OF_ENUM|VALUE_IS_OUT_OF_RANGE|TOO_LARGE_(?:STRING|ARRAY)_SIZE)/;

// Some errors show the row with its column types, and the client then mistakes a type in parentheses for the error
// type.
const rowShown = /\nColumn 0,\s+name: /;

export function describeRowError(error: unknown): string | undefined {
  const { type = '', message = '' } = error as { type?: string; message?: string };
  const firstLine = message.split('\n', 1).join('');
  if (rowErrors.test(type)) return `${type}: ${firstLine}`;
  return rowShown.test(message) ? `CANNOT_READ_ROW: ${firstLine}` : undefined;
}
