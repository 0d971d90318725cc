import fc from 'fast-check';
import { describe, it } from 'vitest';
import { isPublicAddress } from './address-policy.ts';
import { judgeOutboundUrl } from './judge-url.ts';

type Octets = [number, number, number, number];

const byte = fc.nat(0xff);
const forbidden: fc.Arbitrary<Octets> = fc
  .tuple(
    fc.constantFrom(
      [127],
      [10],
      [0],
      [192, 168],
      [169, 254],
      [172, 16],
      [100, 64],
      [198, 18],
      [203, 0, 113],
      [240],
    ),
    fc.tuple(byte, byte, byte, byte),
  )
  .map(([lead, rest]) => [...lead, ...rest].slice(0, 4) as Octets);
const anyIpv4 = fc.oneof(forbidden, fc.tuple(byte, byte, byte, byte));

const whole = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d;
const spellings: ((parts: Octets) => string)[] = [
  (parts) => parts.join('.'),
  (parts) => String(whole(parts)),
  (parts) => `0x${whole(parts).toString(16)}`,
  (parts) => `0${whole(parts).toString(8)}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `0x${a.toString(16)}.0${b.toString(8)}.${c * 256 + d}`,
  (parts) => parts.map((part) => `0${part.toString(8)}`).join('.'),
  (parts) => parts.map((part) => `0X${part.toString(16).padStart(4, '0')}`).join('.'),
];
const disguises: ((host: string) => string)[] = [
  (host) => host,
  (host) => `${host}.`,
  (host) => host.replaceAll('.', '%2e'),
  (host) => host.replaceAll('.', '。'),
  (host) => Array.from(host, (one) => `%${one.charCodeAt(0).toString(16)}`).join(''),
  (host) => host.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (host) => host.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
];
const bracketed: ((parts: Octets) => string)[] = [
  (parts) => `[::ffff:${parts.join('.')}]`,
  ([a, b, c, d]) => `[0:0::FFFF:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
];
const ending = fc.constantFrom('', '/', ':8080/x', '?c={clickid}', '/{a}@example.com', '#${SUBID}');

describe('judgeOutboundUrl with generated URLs', () => {
  it('judges an IPv4 host by its address in every notation and encoding', () => {
    fc.assert(
      fc.property(
        fc.tuple(anyIpv4, fc.constantFrom(...spellings), fc.constantFrom(...disguises), ending),
        ([parts, spell, disguise, end]) =>
          judgeOutboundUrl(`http://${disguise(spell(parts))}${end}`, []).ok ===
          isPublicAddress(parts.join('.')),
      ),
      { numRuns: 15_000 },
    );
  });

  it('judges a mapped IPv6 host by its IPv4 address', () => {
    fc.assert(
      fc.property(anyIpv4, fc.constantFrom(...bracketed), ending, (parts, spell, end) => {
        return judgeOutboundUrl(`https://${spell(parts)}${end}`, []).ok === isPublicAddress(parts.join('.'));
      }),
      { numRuns: 5_000 },
    );
  });

  it('never throws, returns allowed URLs unchanged, and allows only URLs that parsers read alike', () => {
    const piece = fc.constantFrom(
      ...'http:// https:// / // \\ @ : . [ ] { } # ? % %2e %40 localhost 127.0.0.1 example.com 8.8.8.8 ::1 0x7f 80 443'.split(
        ' ',
      ),
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc
        .tuple(fc.constantFrom('http://', 'https://'), fc.array(piece, { maxLength: 6 }))
        .map(([scheme, pieces]) => scheme + pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 30 }).map((rest) => `http://${rest}`),
    );
    fc.assert(
      fc.property(text, (url) => {
        const verdict = judgeOutboundUrl(url, []);
        if (!verdict.ok) return verdict.reason.startsWith('must ');
        const { hostname, protocol, username, password } = new URL(url);
        const isAddress = /^[\d.]+$|^\[/.test(hostname);
        return (
          verdict.url === url &&
          url.startsWith(`${protocol}//`) &&
          username + password === '' &&
          (isAddress
            ? isPublicAddress(hostname.replaceAll(/[[\]]/g, ''))
            : /\.(?!localhost\.?$)[a-z\d_-]*[a-z][a-z\d_-]*\.?$/.test(hostname))
        );
      }),
      { numRuns: 10_000 },
    );
  });
});
