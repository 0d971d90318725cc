import fc from 'fast-check';
import type { Describable } from '../../http/openapi/api-style.ts';

/** Strings that commonly break parsers, databases and screens, escaped as in a JSON string. */
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

/** JSON text rather than values, so that bodies can contain text that JSON.stringify never produces. */
const nastyJson = fc.oneof(
  fc.constantFrom(...nastyTexts.map((text) => `"${text}"`)),
  fc.constantFrom('null', 'true', '0', '-1', '-0', '1e400', '1e-400', '9007199254740993', '0.1234567', '1E2'),
  fc.constantFrom('[]', '{}', '[[]]', '{"__proto__":{"a":1}}', '{"constructor":1}', '[null]'),
  fc.nat({ max: 40 }).map((depth) => `${'['.repeat(depth)}1${']'.repeat(depth)}`),
  fc.json({ maxDepth: 4 }),
);

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

const nastyId = (ownIds: () => string[]) =>
  fc.oneof(
    fc.nat({ max: 2 }).map((index) => ownIds()[index] ?? ''),
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

const nastyValue = (ownIds: () => string[]) =>
  fc.oneof(
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
    fc.nat({ max: 2 }).map((index) => ownIds()[index] ?? ''),
    fc.uuid(),
    fc.string(),
  );

/** Generates query strings, mostly with known parameter names, so that the values are validated. */
function nastyQuery(operation: Fuzzed, ownIds: () => string[]): fc.Arbitrary<string> {
  const known = Object.keys(operation.query?.shape ?? {});
  const name = fc.constantFrom(...known, ...known, ...known, 'access_token', '', '__proto__');
  return fc
    .array(fc.tuple(name, nastyValue(ownIds), fc.boolean()), { maxLength: 2 })
    .map((pairs) =>
      pairs
        .map(([one, value, isRaw]) => `${one}=${isRaw ? value : encodeURIComponent(toWellFormed(value))}`)
        .join('&'),
    );
}

function toWellFormed(text: string): string {
  return text.toWellFormed();
}

type Fuzzed = Pick<Describable, 'method' | 'path' | 'query' | 'body' | 'example'>;

export type FuzzedRequest<Operation extends Fuzzed = Fuzzed> = {
  operation: Operation;
  id: string;
  query: string;
  body: string | undefined;
  headers: Record<string, string>;
};

/** Generates mostly invalid requests to the operation; `ownIds` returns the IDs of existing records. */
export function fuzzOperation<Operation extends Fuzzed>(
  operation: Operation,
  ownIds: () => string[],
): fc.Arbitrary<FuzzedRequest<Operation>> {
  const body = fc.oneof(
    { weight: 6, arbitrary: mutateBody(operation.example.body) },
    { weight: 1, arbitrary: nastyJson },
    { weight: 1, arbitrary: brokenBodies },
  );
  return fc.record({
    operation: fc.constant(operation),
    id: nastyId(ownIds),
    query: fc.oneof(
      { weight: operation.query === undefined ? 1 : 6, arbitrary: nastyQuery(operation, ownIds) },
      { weight: 6, arbitrary: fc.constant('') },
    ),
    body: operation.body === undefined ? fc.option(body, { nil: undefined, freq: 5 }) : body,
    headers: nastyHeaders,
  });
}

export function addressOf({ id, query }: Pick<FuzzedRequest, 'id' | 'query'>, path: string): string {
  const address = path.replace('{id}', id).replaceAll(/\{\w+\}/g, '1');
  const readable = URL.canParse(`http://x${address}`) ? address : '/nowhere';
  return `${readable}${query === '' ? '' : `?${query.replaceAll(/[\s#\p{Cc}]/gu, '')}`}`;
}
