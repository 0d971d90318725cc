import { argon2Sync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdated, createDummyHash, tooBusy, verifyPassword } from './password-hash.ts';

const lane = 'network 192.0.2.0/24';

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

describe('hashPassword', () => {
  it('creates a salted hash that contains its parameters and matches only its password', async () => {
    const [first, second] = await Promise.all([
      hashPassword('correct horse', lane),
      hashPassword('correct horse', lane),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[0-9A-Za-z+/]{22}\$[0-9A-Za-z+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await verifyPassword('correct horse', first, lane)).toBe(true);
    expect(await verifyPassword('correct horsf', second, lane)).toBe(false);
  });

  it('normalizes equivalent Unicode characters', async () => {
    const hash = await hashPassword('Caf\u{E9} \u{FB01}fty', lane);
    expect(await verifyPassword('Cafe\u{301} fifty', hash, lane)).toBe(true);
  });

  it('returns a hash that verifies correctly under concurrent checks', async () => {
    const hash = cheapHash('correct horse');
    const checks = Array.from({ length: 20 }, (_, index) =>
      verifyPassword(index % 2 === 0 ? 'correct horse' : 'wrong horse', hash, lane),
    );
    expect(await Promise.all(checks)).toEqual(Array.from(checks, (_, index) => index % 2 === 0));
  });
});

describe('password work under overload', () => {
  it('is rejected after twenty queued checks per lane, while other lanes are still served', async () => {
    const hash = cheapHash('correct horse');
    const checks = Array.from({ length: 25 }, () => verifyPassword('correct horse', hash, lane));
    const other = verifyPassword('correct horse', hash, 'network 198.51.100.0/24');
    const outcomes = await Promise.allSettled(checks);
    const done = { status: 'fulfilled', value: true };
    const refused = { status: 'rejected', reason: tooBusy() };
    expect(outcomes.slice(0, 22)).toEqual(Array.from({ length: 22 }, () => done));
    expect(outcomes.slice(22)).toEqual(Array.from({ length: 3 }, () => refused));
    expect(tooBusy()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    expect(await other).toBe(true);
    expect(await verifyPassword('correct horse', hash, lane)).toBe(true);
  });

  it('is rejected if it hashes a new password', async () => {
    const hash = cheapHash('correct horse');
    const before = Array.from({ length: 22 }, () => verifyPassword('correct horse', hash, lane));
    await expect(hashPassword('correct horse', lane)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await Promise.all(before)).not.toContain(false);
  });
});

describe('verifyPassword', () => {
  it('uses the parameters of the hash, so that old hashes stay valid', async () => {
    expect(await verifyPassword('correct horse', cheapHash('correct horse'), lane)).toBe(true);
  });

  it.each(['', 'Correct horse', 'correct horse ', ' correct horse', 'correct  horse', 'correct horse\0'])(
    'rejects the wrong password %j',
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
  ])('rejects every password for the malformed hash %j', async (hash) => {
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
  ])('rejects every password for %j, whose parameters are invalid, without throwing', async (hash) => {
    expect(await verifyPassword('correct horse', hash, lane)).toBe(false);
    expect(await verifyPassword('', hash, lane)).toBe(false);
  });

  it('rejects a truncated hash', async () => {
    const hash = cheapHash('correct horse');
    expect(await verifyPassword('correct horse', hash.slice(0, -4), lane)).toBe(false);
  });

  it('keeps working after it receives a hash with invalid parameters', async () => {
    const dummy = '$argon2id$v=19$m=8,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA';
    const good = cheapHash('correct horse');
    await Promise.all(Array.from({ length: 5 }, () => verifyPassword('correct horse', dummy, lane)));
    expect(await verifyPassword('correct horse', good, lane)).toBe(true);
  });
});

describe('createDummyHash', () => {
  it('returns a hash that has the current parameters and does not match a password', async () => {
    const parameters = (hash: string) => hash.split('$').slice(0, 4);
    const [real, dummy] = [await hashPassword('correct horse', lane), createDummyHash()];
    expect(parameters(dummy)).toEqual(parameters(real));
    expect(dummy).toHaveLength(real.length);
    expect(createDummyHash()).not.toBe(dummy);
    expect(await verifyPassword('correct horse', dummy, lane)).toBe(false);
  });
});

describe('isOutdated', () => {
  it('is true only for hashes whose parameters differ from the current ones', async () => {
    expect(isOutdated(await hashPassword('correct horse', lane))).toBe(false);
    expect(isOutdated(cheapHash('correct horse'))).toBe(true);
  });
});
