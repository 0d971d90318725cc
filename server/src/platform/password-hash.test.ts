import { argon2Sync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdated, makeImpossibleHash, tooBusy, verifyPassword } from './password-hash.ts';

const lane = 'network 192.0.2.0/24';

/** A hash with parameters far cheaper than those of new hashes, as an older or a test installation may hold. */
function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    tagLength: 32,
    memory: 8,
    passes: 1,
    parallelism: 1,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(tag)}`;
}

describe('a new hash', () => {
  it('verifies its own password only, states its parameters, and differs every time', async () => {
    const [first, second] = await Promise.all([
      hashPassword('correct horse', lane),
      hashPassword('correct horse', lane),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[0-9A-Za-z+/]{22}\$[0-9A-Za-z+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await verifyPassword('correct horse', first, lane)).toBe(true);
    expect(await verifyPassword('correct horsf', second, lane)).toBe(false);
  });

  it('matches a password that looks the same but was typed with other characters', async () => {
    const hash = await hashPassword('Caf\u{E9} \u{FB01}fty', lane);
    expect(await verifyPassword('Cafe\u{301} fifty', hash, lane)).toBe(true);
  });

  it('comes out right however many are asked for at once', async () => {
    const hash = cheapHash('correct horse');
    const asked = Array.from({ length: 20 }, (_, index) =>
      verifyPassword(index % 2 === 0 ? 'correct horse' : 'wrong horse', hash, lane),
    );
    expect(await Promise.all(asked)).toEqual(Array.from(asked, (_, index) => index % 2 === 0));
  });
});

describe('where more is asked for than can be done', () => {
  it('twenty of one lane wait, who comes then is told to come again, and other lanes are not', async () => {
    const hash = cheapHash('correct horse');
    const asked = Array.from({ length: 25 }, () => verifyPassword('correct horse', hash, lane));
    const other = verifyPassword('correct horse', hash, 'network 198.51.100.0/24');
    const outcomes = await Promise.allSettled(asked);
    const done = { status: 'fulfilled', value: true };
    const refused = { status: 'rejected', reason: tooBusy() };
    expect(outcomes.slice(0, 22)).toEqual(Array.from({ length: 22 }, () => done));
    expect(outcomes.slice(22)).toEqual(Array.from({ length: 3 }, () => refused));
    expect(tooBusy()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    expect(await other).toBe(true);
    expect(await verifyPassword('correct horse', hash, lane)).toBe(true);
  });

  it('a new hash has to wait its turn with the others', async () => {
    const hash = cheapHash('correct horse');
    const before = Array.from({ length: 22 }, () => verifyPassword('correct horse', hash, lane));
    await expect(hashPassword('correct horse', lane)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await Promise.all(before)).not.toContain(false);
  });
});

describe('verifyPassword', () => {
  it('takes the parameters from the hash, so that old hashes stay good when new ones get dearer', async () => {
    expect(await verifyPassword('correct horse', cheapHash('correct horse'), lane)).toBe(true);
  });

  it.each(['', 'Correct horse', 'correct horse ', ' correct horse', 'correct  horse', 'correct horse\0'])(
    'refuses %j for another password',
    async (password) => {
      expect(await verifyPassword(password, cheapHash('correct horse'), lane)).toBe(false);
    },
  );

  it.each([
    '',
    'correct horse',
    '$2b$12$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
    '$argon2id$v=16$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
    '$argon2id$v=19$m=8,t=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
    '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$',
    '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA',
  ])('refuses every password for the malformed hash %j', async (hash) => {
    expect(await verifyPassword('correct horse', hash, lane)).toBe(false);
  });

  it.each([
    '$argon2id$v=19$m=8,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
    `$argon2id$v=19$m=8,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`,
    `$argon2id$v=19$m=8,t=1,p=0$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`,
    `$argon2id$v=19$m=1,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`,
    `$argon2id$v=19$m=99999999999,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`,
    `$argon2id$v=19$m=8,t=1,p=1$AA$${'A'.repeat(43)}`,
    '$argon2id$v=19$m=8,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$!!!!',
  ])('refuses every password for %j, which nothing can compute, and does not throw', async (hash) => {
    expect(await verifyPassword('correct horse', hash, lane)).toBe(false);
    expect(await verifyPassword('', hash, lane)).toBe(false);
  });

  it('refuses a hash that was cut off, although what is left agrees', async () => {
    const hash = cheapHash('correct horse');
    expect(await verifyPassword('correct horse', hash.slice(0, -4), lane)).toBe(false);
  });

  it('keeps working after a hash with parameters that nothing can compute', async () => {
    const impossible = '$argon2id$v=19$m=8,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA';
    const good = cheapHash('correct horse');
    await Promise.all(Array.from({ length: 5 }, () => verifyPassword('correct horse', impossible, lane)));
    expect(await verifyPassword('correct horse', good, lane)).toBe(true);
  });
});

describe('an impossible hash', () => {
  it('costs as much as a real one of today, and no password has it', async () => {
    const parameters = (hash: string) => hash.split('$').slice(0, 4);
    const [real, impossible] = [await hashPassword('correct horse', lane), makeImpossibleHash()];
    expect(parameters(impossible)).toEqual(parameters(real));
    expect(impossible).toHaveLength(real.length);
    expect(makeImpossibleHash()).not.toBe(impossible);
    expect(await verifyPassword('correct horse', impossible, lane)).toBe(false);
  });
});

describe('isOutdated', () => {
  it('tells a hash of other parameters from one of today', async () => {
    expect(isOutdated(await hashPassword('correct horse', lane))).toBe(false);
    expect(isOutdated(cheapHash('correct horse'))).toBe(true);
  });
});
