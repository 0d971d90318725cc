import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeIncomingRequest } from '../../testing/traffic/inbox-rows.ts';
import { inboxColumns, incomingLimits } from './columns.ts';
import { readInboxRow, writeInboxRow } from './inbox-row.ts';

it('an inbox row is one line and preserves the request', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom('GET' as const, 'POST' as const),
      (text, bytes, method) => {
        const body = Buffer.from(bytes).toString('base64');
        const request = makeIncomingRequest({
          query: text,
          contentType: text,
          userAgent: text,
          body,
          method,
        });
        const row = writeInboxRow(request);
        expect(row).not.toContain('\n');
        expect(row.split('\t')).toHaveLength(inboxColumns.length);
        // NUL and lone surrogates, which text columns reject, are replaced with U+FFFD.
        const whole = text.toWellFormed().replaceAll('\0', '\u{FFFD}');
        expect(readInboxRow(row.split('\t'))).toEqual({
          ...request,
          query: whole,
          contentType: whole,
          userAgent: whole,
        });
      },
    ),
  );
});

it('an inbox row contains at most the start of a long content type, user agent or address', () => {
  const long = 'x'.repeat(5_000);
  const row = writeInboxRow(makeIncomingRequest({ contentType: long, userAgent: long, address: long }));
  const { contentType, userAgent, address } = readInboxRow(row.split('\t')) ?? {};
  expect([contentType?.length, userAgent?.length, address?.length]).toEqual([255, 1_024, 64]);
});

it.each([
  ['too few cells', (cells: string[]) => cells.slice(1)],
  ['too many cells', (cells: string[]) => [...cells, '']],
  ['an invalid ID', (cells: string[]) => cells.with(0, 'x')],
  ['an invalid campaign ID', (cells: string[]) => cells.with(1, '')],
  ['an invalid time', (cells: string[]) => cells.with(2, 'now')],
  ['an unsupported method', (cells: string[]) => cells.with(3, 'PUT')],
  ['a body that is not Base64', (cells: string[]) => cells.with(6, '{}')],
])('readInboxRow rejects rows with %s', (_, damage) => {
  const cells = writeInboxRow(makeIncomingRequest()).split('\t');
  expect(readInboxRow(cells)).toBeDefined();
  expect(readInboxRow(damage(cells))).toBeUndefined();
});

it('incoming requests are limited to 8 KiB for the query and 16 KiB for the body', () => {
  expect(incomingLimits).toEqual({ queryLength: 8_192, bodyBytes: 16_384 });
});
