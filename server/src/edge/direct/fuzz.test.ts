import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeEdgeServer } from '../../testing/edge/edge-server.ts';
import { sendRawRequest } from '../../testing/http/send-raw-request.ts';

const document = makeCampaignDocument();
const { id } = document.campaign;

// Generates bodies of every kind; some contain the response to an earlier visit, intact or damaged.
function bodies(earlier: { cid: string; m: string }): fc.Arbitrary<Uint8Array> {
  const real = fc.constantFrom(earlier.cid, earlier.m, id);
  const damaged = fc.tuple(real, fc.nat(60), fc.string({ unit: 'binary', maxLength: 2 }));
  const anyValue = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary', maxLength: 2_000 }),
    fc.webUrl({ withQueryParameters: true }),
    real,
    damaged.map(([text, at, piece]) => `${text.slice(0, at)}${piece}${text.slice(at + 1)}`),
  );
  const fields = fc.record(
    {
      c: anyValue,
      u: anyValue,
      r: anyValue,
      m: anyValue,
      cid: anyValue,
      t: fc.oneof(anyValue, fc.array(anyValue)),
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    fields.map((content) => Buffer.from(JSON.stringify(content))),
    fields.map((content) => Buffer.from(JSON.stringify({ ...content, cid: undefined, c: id }))),
    fields.map((content) => Buffer.from(JSON.stringify({ ...content, cid: earlier.cid }))),
    fc.uint8Array({ maxLength: 20_000, size: 'max' }),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  );
}

// Characters that Node can send in a header.
const value = fc.stringMatching(/^[\t -~\u0080-\u00ff]{0,200}$/);
const headers = fc.dictionary(
  fc.constantFrom(
    'user-agent',
    'accept-language',
    'accept-encoding',
    'content-type',
    'content-encoding',
    'cookie',
    'referer',
    'origin',
    'host',
    'if-none-match',
    'sec-purpose',
    'sec-ch-ua',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
  ),
  value,
);
const method = fc.constantFrom(
  'POST',
  'POST',
  'POST',
  'POST',
  'GET',
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
);
const query = fc.stringMatching(/^[!-~]{0,300}$/).map((text) => text.replaceAll('#', '%23'));
const path = fc
  .tuple(fc.constantFrom('/v', '/v', '/p.gif', '/t.js'), fc.constantFrom('', '?', `?c=${id}&`), query)
  .map(([name, mark, rest]) => (mark === '' ? name : `${name}${mark}${rest}`));

test('the edge answers any script message or pixel request without an internal error', async () => {
  const edge = await makeEdgeServer({ documents: [document] });
  const first = await edge.send('/v', { method: 'POST', body: JSON.stringify({ c: id }) });
  const body = bodies(JSON.parse(first.body) as { cid: string; m: string });
  const request = fc.record({ path, method, headers, body });
  await fc.assert(
    fc.asyncProperty(request, async ({ path: target, ...sent }) => {
      const { status } = await sendRawRequest(`http://127.0.0.1:${edge.port}${target}`, sent);
      expect([200, 204, 304, 404]).toContain(status);
      expect(edge.failures).toEqual([]);
    }),
    { numRuns: 400 },
  );
  // Reading the rows throws if one has the wrong number of cells.
  expect(edge.visits().length).toBeGreaterThan(20);
  expect(edge.clicks().every((row) => row.type === 'adjustment')).toBe(true);
});
