import fc from 'fast-check';
import { newId } from '../../platform/ids.ts';

type Existing = { ids: readonly string[]; clickIds: readonly string[]; cookie: string };

type HostileRequest = {
  method: string;
  target: string;
  host: string;
  headers: Record<string, string>;
  cookie: string | undefined;
  body: string;
};

// Text that is included in everything a visitor sends and must not appear in any response.
export const marker = 'zqMarkerqz';
const hostile = [
  'https://evil.example/',
  '//evil.example',
  String.raw`\\evil.example`,
  '@evil.example',
  ':80@evil.example/',
  '.evil.example',
  'javascript:alert(1)',
  '%0d%0aset-cookie:%20a=b',
  '%0D%0A%0D%0A<script>',
  '%E5%98%8A%E5%98%8Dlocation:',
  '%00',
  '%',
  '%c0%ae%c0%ae/',
  '../..',
  '%2e%2e%2f',
  '#?&=;',
  '{clickid}',
  '\u00e4\u00ff',
  '__proto__',
  '\'"><img src=x>',
];
const piece = fc.oneof(
  fc.constantFrom(...hostile),
  fc.constant(marker),
  fc.stringMatching(/^[!-"$-~\u0080-\u00ff]{0,30}$/),
  fc.nat(600).map((length) => 'x'.repeat(length)),
);
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('').replaceAll(/[ #]/g, '%23'));
const name = fc.oneof(
  fc.constantFrom(
    'url',
    'to',
    'redirect',
    'r',
    'q',
    'c',
    'cid',
    'clickid',
    'ext',
    'bid',
    'token1',
    'token2',
    'tag',
  ),
  text,
);
const query = fc
  .array(fc.tuple(name, text), { maxLength: 8 })
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'));

function paths(ids: readonly string[], clickIds: readonly string[]): fc.Arbitrary<string> {
  const known = fc.constantFrom(...ids, newId());
  const clicked = fc.constantFrom(...clickIds, marker);
  return fc.oneof(
    { arbitrary: fc.tuple(known, text, query).map(([id, rest, q]) => `/c/${id}${rest}?${q}`), weight: 4 },
    { arbitrary: fc.tuple(clicked, query).map(([cid, q]) => `/go?cid=${cid}&${q}`), weight: 2 },
    {
      arbitrary: fc.tuple(known, fc.nat(120), query).map(([id, n, q]) => `/go/${n}?${q}&c=${id}`),
      weight: 2,
    },
    fc.tuple(known, query).map(([id, q]) => `/p.gif?c=${id}&${q}`),
    fc
      .tuple(fc.constantFrom('/v', '/t.js', '/go', '/healthz', '/readyz', '/c/', '/'), text)
      .map(([path, rest]) => path + rest),
    fc
      .tuple(fc.constantFrom('track.example', 'evil.example'), known, query)
      .map(([host, id, q]) => `http://${host}/c/${id}?${q}`),
    text.map((rest) => `/${rest}`),
  );
}

const headerNames = [
  'user-agent',
  'accept-language',
  'accept',
  'referer',
  'purpose',
  'sec-ch-ua',
  'sec-ch-ua-platform',
  'sec-ch-ua-model',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-original-url',
  'forwarded',
  'origin',
  'range',
  'if-none-match',
  'content-type',
  'x-unknown',
];
const host = fc.constantFrom(
  'track.example',
  'track.example',
  'track.example',
  'TRACK.EXAMPLE.:80',
  'foreign.example',
  'evil.example',
  '',
);

export function hostileRequests(existing: Existing): fc.Arbitrary<HostileRequest> {
  const cookie = fc.oneof(
    fc.constantFrom(existing.cookie, `${existing.cookie.slice(0, -2)}xx`, 'wpv=', 'wps=; wpv=AAAA'),
    text.map((value) => `wpv=${value}; wps=${value}`),
  );
  const report = fc
    .record({
      c: fc.constantFrom(...existing.ids, marker),
      u: text.map((rest) => `https://page.example/${rest}`),
      r: text,
      m: text,
    })
    .map((content) => JSON.stringify(content));
  const anything = fc.record({
    method: fc.constantFrom(
      'GET',
      'GET',
      'GET',
      'POST',
      'HEAD',
      'OPTIONS',
      'PUT',
      'DELETE',
      'TRACE',
      'PATCH',
    ),
    target: paths(existing.ids, existing.clickIds),
    host,
    headers: fc.dictionary(fc.constantFrom(...headerNames), text, { maxKeys: 6 }),
    cookie: fc.option(cookie, { nil: undefined }),
    body: fc.oneof(fc.constant(''), text, report),
  });
  return fc.oneof(
    { arbitrary: anything, weight: 8 },
    fc.tuple(anything, report).map(([request, body]) => ({ ...request, method: 'POST', target: '/v', body })),
  );
}
