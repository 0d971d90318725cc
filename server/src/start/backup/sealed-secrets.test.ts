import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { chooseSecretsKey, openSecrets, sealSecrets, type SecretsKey } from './sealed-secrets.ts';

const content = { secrets: { session: 'the session key' }, environment: { WAYPOST_PORT: '8081' } };
const ageRecipient = 'age1vngwqtmq4fdy0luceq9h45vjqwfp707apj83wrk29fvz78emtpfsfl3aft';
const identity = 'AGE-SECRET-KEY-13V0CK534SQ7A66E40D462FJ8XP9A68GJ4VVNS7L5P7ASXANRA2MS8N0K89';
const nothing = { passphrase: undefined, identityFile: undefined };

function seal(key: SecretsKey) {
  const backup = makeTemporaryDirectory();
  const sealed = sealSecrets(content, key);
  const file = join(backup, sealed.file);
  writeFileSync(file, sealed.content);
  expect(readFileSync(file, 'latin1')).not.toMatch(/the session|WAYPOST/);
  const damage = () => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1));
  };
  return { backup, damage };
}

describe('sealed secrets', () => {
  it('can be opened only with the same passphrase and if the file is unchanged', () => {
    const { backup, damage } = seal({ passphrase: 'correct horse' });
    const open = (passphrase?: string) => openSecrets(backup, { ...nothing, passphrase });
    expect(open('correct horse')).toEqual(content);
    expect(() => open('Correct horse')).toThrow('The passphrase is not the one');
    expect(() => open()).toThrow('Set WAYPOST_BACKUP_PASSPHRASE');
    damage();
    expect(() => open('correct horse')).toThrow('The passphrase is not the one');
  });

  it('for an age recipient can be opened only with its identity and if the file is unchanged', () => {
    const key = chooseSecretsKey({ ageRecipient, passphrase: 'is not used' });
    if (key === undefined) throw new Error('The recipient was not accepted.');
    const { backup, damage } = seal(key);
    const identityFile = join(makeTemporaryDirectory(), 'identity');
    const open = () => openSecrets(backup, { passphrase: 'is not used', identityFile });
    expect(open).toThrow('Cannot read the age identity');
    writeFileSync(identityFile, '# no identity\n');
    expect(open).toThrow('contains no identity');
    writeFileSync(identityFile, `${identity}\n`);
    expect(open()).toEqual(content);
    expect(() => openSecrets(backup, nothing)).toThrow('Pass its private key with --age-identity FILE.');
    damage();
    expect(open).toThrow('contains no identity');
  });
});

describe('chooseSecretsKey', () => {
  it('returns the recipient, or else the passphrase, and rejects other keys', () => {
    expect(chooseSecretsKey({ passphrase: undefined, ageRecipient: undefined })).toBeUndefined();
    expect(chooseSecretsKey({ passphrase: 'p', ageRecipient: undefined })).toEqual({ passphrase: 'p' });
    expect(() => chooseSecretsKey({ passphrase: 'p', ageRecipient: identity })).toThrow(
      'must be the public key',
    );
  });
});
