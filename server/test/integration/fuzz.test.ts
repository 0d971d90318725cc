import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Operation } from '../../src/http/api-v1/operation.ts';
import { operations } from '../../src/http/api-v1/operations/index.ts';
import type { OpenApiDocument } from '../../src/http/openapi/document.ts';
import { Database } from '../../src/store/database/database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { CheckedDescription } from '../../src/testing/http/checked-description.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;
let api: ApiServer;
let description: CheckedDescription;
let token: string;
let ownIds: string[];
const directory = makeDataDirectory();

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  api = await makeApiServer(database, directory);
  const document = (await api.server.inject({ url: '/openapi.json' })).json<OpenApiDocument>();
  description = new CheckedDescription(document);
  const context = await makeWorkspace(database);
  token = (await makeKey(context)).token;
  ownIds = Object.values(await makeCampaign(context));
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

/** Texts that have broken parsers, databases and screens elsewhere; written as they stand between the quotes of JSON. */
const nastyTexts = [
  '',
  ' ',
  String.raw`\u0000`,
  String.raw`\ud800`,
  String.raw`\udc00\ud800`,
  String.raw`\u202e`,
  String.raw`\\`,
  "' OR 1=1 --",
  '%00',
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  '01900000-0000-7000-8000-00000000000g',
  'https://example.com/{',
  'http://127.0.0.1',
  'ß',
  '👩‍👩‍👧',
  'constructor',
  '__proto__',
  'x'.repeat(5_000),
];

/** Values as raw JSON, so that there can be some that no object of ours would become. */
const nastyJson = fc.oneof(
  fc.constantFrom(...nastyTexts.map((text) => `"${text}"`)),
  fc.constantFrom('null', 'true', '0', '-1', '-0', '1e400', '1e-400', '9007199254740993', '0.1234567', '1E2'),
  fc.constantFrom('[]', '{}', '[[]]', '{"__proto__":{"a":1}}', '{"constructor":1}', '[null]'),
  fc.nat({ max: 40 }).map((depth) => `${'['.repeat(depth)}1${']'.repeat(depth)}`),
  fc.json({ maxDepth: 4 }),
);

/** A field of the example, or one that nobody knows, with a value that does not belong there. */
function mutateBody(example: unknown): fc.Arbitrary<string> {
  const fields = Object.entries((example ?? {}) as Record<string, unknown>);
  const names = [...fields.map(([name]) => name), 'surprise', '__proto__', 'status', 'id', ''];
  return fc.tuple(fc.constantFrom(...names), nastyJson, fc.boolean()).map(([name, value, isDoubled]) => {
    const others = fields
      .filter(([other]) => other !== name || isDoubled)
      .map(([other, one]) => `${JSON.stringify(other)}:${JSON.stringify(one)}`);
    return `{${[...others, `${JSON.stringify(name)}:${value}`].join(',')}}`;
  });
}

const brokenBodies = fc.constantFrom(
  '',
  '{',
  '{"a":}',
  '{"a":1,}',
  'nonsense',
  '\u0000',
  '['.repeat(10_000),
  '"'.repeat(1_001),
  `{"name":"${'x'.repeat(300_000)}"}`,
  `{"ids":[${Array.from({ length: 201 }, () => '"00000000-0000-7000-8000-000000000000"').join(',')}]}`,
);

const nastyId = fc.oneof(
  fc.nat({ max: 2 }).map((at) => ownIds[at] ?? ''),
  fc.constantFrom(
    'x',
    '%00',
    '%',
    '%zz',
    '..',
    '%2e%2e%2f',
    'a'.repeat(2_000),
    '%F0%9F%91%A9',
    '{id}',
    'restore',
  ),
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
);

const nastyHeaders = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { accept: 'text/html' },
  { authorization: 'Bearer' },
  { authorization: 'Basic YTpi' },
  { 'x-http-method-override': 'DELETE' },
  { 'transfer-encoding': 'identity' },
);

const nastyValue = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '200',
    '201',
    '1e2',
    '١',
    ',',
    '%',
    '%00',
    '%ed%a0%80',
    'DE',
    'xx',
    ' ',
    '🙂',
  ),
  fc.nat({ max: 2 }).map((at) => ownIds[at] ?? ''),
  fc.uuid(),
  fc.string(),
);

/** Mostly one parameter that there is, so that its value is looked at. */
function nastyQuery(operation: Operation): fc.Arbitrary<string> {
  const known = Object.keys(operation.query?.shape ?? {});
  const name = fc.constantFrom(...known, ...known, ...known, 'access_token', '', '__proto__');
  return fc
    .array(fc.tuple(name, nastyValue, fc.boolean()), { maxLength: 2 })
    .map((pairs) =>
      pairs
        .map(([one, value, isRaw]) => `${one}=${isRaw ? value : encodeURIComponent(toWellFormed(value))}`)
        .join('&'),
    );
}

function toWellFormed(text: string): string {
  return text.toWellFormed();
}

type FuzzedRequest = {
  operation: Operation;
  id: string;
  query: string;
  body: string | undefined;
  headers: Record<string, string>;
};

function fuzzOperation(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const body = fc.oneof(
    { weight: 6, arbitrary: mutateBody(operation.example.body) },
    { weight: 1, arbitrary: nastyJson },
    { weight: 1, arbitrary: brokenBodies },
  );
  return fc.record({
    operation: fc.constant(operation),
    id: nastyId,
    query: fc.oneof(
      { weight: operation.query === undefined ? 1 : 6, arbitrary: nastyQuery(operation) },
      { weight: 6, arbitrary: fc.constant('') },
    ),
    body: operation.body === undefined ? fc.option(body, { nil: undefined, freq: 5 }) : body,
    headers: nastyHeaders,
  });
}

async function send({ operation, id, query, body, headers }: FuzzedRequest) {
  const path = operation.path.replace('{id}', id);
  const isUrl = URL.canParse(`http://x/api/v1${path}`);
  const answer = await api.server.inject({
    method: operation.method,
    url: `/api/v1${isUrl ? path : '/nowhere'}${query === '' ? '' : `?${query.replaceAll(/[\s#\p{Cc}]/gu, '')}`}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    answer,
    path: operation.path.includes('{id}') ? operation.path.replace('{id}', 'x') : operation.path,
  };
}

test('whatever is sent, the answer is one that the description knows, and never a fault of ours', async () => {
  const counts = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(...operations.map(fuzzOperation)), async (request) => {
      const startedAt = performance.now();
      const { answer, path } = await send(request);
      expect(performance.now() - startedAt).toBeLessThan(hangLimitMs);
      expect({ status: answer.statusCode, body: answer.statusCode >= 500 ? answer.body : '' }).toMatchObject({
        status: expect.toSatisfy((status: number) => status < 500),
      });
      counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1);
      const isListed = answer.statusCode !== 404;
      // A path that the router does not take for the operation's answers as nowhere.
      if (isListed)
        description.check({
          method: request.operation.method,
          path,
          status: answer.statusCode,
          headers: new Headers(answer.headers as Record<string, string>),
          text: answer.body,
        });
      else expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: expect.any(String) } });
    }),
    { numRuns: rounds(1_500, 50_000) },
  );
  for (const status of [200, 400, 401, 403, 404, 413]) expect(counts.get(status) ?? 0).toBeGreaterThan(0);
}, 900_000);
