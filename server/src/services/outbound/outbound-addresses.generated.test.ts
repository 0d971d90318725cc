import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRawServer, type RawServer } from '../../testing/http/raw-server.ts';
import { recordDials } from '../../testing/outbound/dial-recorder.ts';
import { isForbiddenAddress } from '../../testing/outbound/forbidden-addresses.ts';
import { summarizeResult } from '../../testing/outbound/outbound.ts';
import { createOutboundClient } from './create-outbound-client.ts';
import { rounds } from '../../testing/rounds.ts';

type Octets = [number, number, number, number];

const byte = fc.nat(0xff);
const octets = fc
  .tuple(
    fc.constantFrom(
      [],
      [127],
      [10],
      [0],
      [192, 168],
      [169, 254],
      [172, 16],
      [100, 64],
      [198, 18],
      [240],
      [168, 63, 129, 16],
    ),
    fc.tuple(byte, byte, byte, byte),
  )
  .map(([lead, rest]) => [...lead, ...rest].slice(0, 4) as Octets);
const group = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 1, 0xffff, 0x7f00));
const ipv6 = fc
  .tuple(
    fc.constantFrom(
      [],
      [0x2001, 0xdb8],
      [0x2002, 0x7f00],
      [0x64, 0xff9b],
      [0xfe80],
      [0xfd00],
      [0x2606, 0x4700],
      [0, 0, 0, 0, 0, 0xffff],
    ),
    fc.array(group, { minLength: 8, maxLength: 8 }),
  )
  .map(([lead, rest]) =>
    [...lead, ...rest]
      .slice(0, 8)
      .map((one) => one.toString(16))
      .join(':'),
  );
const address = fc.oneof(
  octets.map((parts) => parts.join('.')),
  ipv6,
);

const whole = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d;
const spellings: ((parts: Octets) => string)[] = [
  (parts) => parts.join('.'),
  (parts) => `${parts.join('.')}.`,
  (parts) => String(whole(parts)),
  (parts) => `0x${whole(parts).toString(16)}`,
  ([a, b, c, d]) => `0${a.toString(8)}.${(b * 256 + c) * 256 + d}`,
  (parts) => parts.join('%2e'),
  (parts) => parts.join('。'),
  (parts) => parts.join('.').replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (parts) => `[::ffff:${parts.join('.')}]`,
  (parts) => `[64:ff9b::${parts.join('.')}]`,
];
const host = fc.oneof(
  fc.tuple(octets, fc.constantFrom(...spellings)).map(([parts, spell]) => spell(parts)),
  ipv6.map((text) => `[${text}]`),
  fc.constantFrom(
    'a.example.com',
    'b.example.org.',
    'localhost',
    'localhost.',
    'x.localhost',
    'metadata.goog',
    'c_d.example',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const generatedCall = fc.record({
  scheme: fc.constantFrom('http://', 'https://'),
  host,
  end: fc.constantFrom('', '/', '/p?c=1', '?u=http://8.8.8.8/', '#x', '@example.com/', '\\@8.8.8.8/'),
  usesTrap: fc.boolean(),
  // Addresses that the host resolves to if the host is a name.
  answers: fc.array(address, { maxLength: 4 }),
});

let trap: RawServer;

beforeAll(async () => {
  trap = await startRawServer({ address: '::' });
});
afterAll(() => trap.close());

it(
  'the outbound client dials no forbidden address for any generated URL, but dials public addresses',
  { timeout: 120_000 },
  async () => {
    const dials = recordDials();
    let answers: readonly string[] = [];
    const client = createOutboundClient({
      allow: [],
      ownAddresses: () => ['93.184.215.14'],
      openSocket: dials.openSocket,
      lookUp: async () => answers,
    });
    const results = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(generatedCall, async (call) => {
        answers = call.answers;
        const before = dials.addresses.length;
        const url = `${call.scheme}${call.host}${call.usesTrap ? `:${trap.port}` : ''}${call.end}`;
        const result = summarizeResult(await client.send({ url, method: 'GET', partition: 'w1' }));
        results.set(String(result), (results.get(String(result)) ?? 0) + 1);
        const dialed = dials.addresses.slice(before);
        // If one address of a name is forbidden, the other addresses of the name must not be dialed either.
        const isMixed =
          dialed.some((one) => call.answers.includes(one)) && call.answers.some(isForbiddenAddress);
        return !dialed.some(isForbiddenAddress) && !isMixed;
      }),
      { numRuns: rounds(20_000, 100_000) },
    );
    client.close();
    expect(trap.connections()).toBe(0);
    // Fails if too few of the generated URLs lead to connections to prove anything.
    expect(dials.addresses.length).toBeGreaterThan(500);
    expect([...results.keys()].toSorted()).toEqual(['blocked_address', 'connect', 'dns', 'invalid_request']);
  },
);
