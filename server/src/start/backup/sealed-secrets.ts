import { randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decryptAge,
  encryptAge,
  parseAgeIdentities,
  parseAgeRecipient,
} from '../../platform/age/age-file.ts';
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { ageSecretsFile, secretsFile } from './manifest.ts';

// The generated secrets, and the settings that were passed as environment variables.
export type BackedUpSecrets = { secrets: Record<string, string>; environment: Record<string, string> };

// Takes about a third of a second and 128 MiB, so that guessing passphrases is slow.
const cost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const saltBytes = 16;
const owner = 'backup';

export type SecretsKey = { passphrase: string } | { recipient: Buffer };

// Returns how the secrets in a backup are encrypted, or undefined if the settings do not say it.
export function chooseSecretsKey(settings: {
  passphrase: string | undefined;
  ageRecipient: string | undefined;
}): SecretsKey | undefined {
  const { passphrase, ageRecipient } = settings;
  if (ageRecipient === undefined) return passphrase === undefined ? undefined : { passphrase };
  const recipient = parseAgeRecipient(ageRecipient);
  if (recipient !== undefined) return { recipient };
  throw new OperatorError(
    'configuration',
    'The age recipient must be the public key that age-keygen printed (age1…).',
  );
}

export function sealSecrets(secrets: BackedUpSecrets, key: SecretsKey): { file: string; content: Buffer } {
  const content = Buffer.from(JSON.stringify(secrets));
  if ('recipient' in key) return { file: ageSecretsFile, content: encryptAge(content, key.recipient) };
  const salt = randomBytes(saltBytes);
  const sealed = boxFor(key.passphrase, salt).seal(content, owner);
  return { file: secretsFile, content: Buffer.concat([salt, sealed]) };
}

type OpenWith = { passphrase: string | undefined; identityFile: string | undefined };

export function openSecrets(backup: string, { passphrase, identityFile }: OpenWith): BackedUpSecrets {
  const isForRecipient = existsSync(join(backup, ageSecretsFile));
  const opened = isForRecipient ? openAge(backup, identityFile) : openSealed(backup, passphrase);
  if (opened !== undefined) return JSON.parse(opened.toString()) as BackedUpSecrets;
  throw new OperatorError(
    'refused',
    isForRecipient
      ? `${identityFile} contains no identity that can decrypt the secrets in this backup.`
      : 'The passphrase is not the one that this backup was made with.',
  );
}

function openSealed(backup: string, passphrase: string | undefined): Buffer | undefined {
  if (passphrase === undefined)
    throw new OperatorError(
      'configuration',
      'The secrets in this backup are encrypted. Set WAYPOST_BACKUP_PASSPHRASE or WAYPOST_BACKUP_PASSPHRASE_FILE.',
    );
  const content = readFileSync(join(backup, secretsFile));
  return boxFor(passphrase, content.subarray(0, saltBytes)).open(content.subarray(saltBytes), owner);
}

function openAge(backup: string, identityFile: string | undefined): Buffer | undefined {
  if (identityFile === undefined)
    throw new OperatorError(
      'configuration',
      'The secrets in this backup are encrypted for an age recipient. Pass its private key with --age-identity FILE.',
    );
  const identities = parseAgeIdentities(readIdentityFile(identityFile));
  return decryptAge(readFileSync(join(backup, ageSecretsFile)), identities);
}

function readIdentityFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const message = `Cannot read the age identity: ${describeError(error)}`;
    throw new OperatorError('configuration', message, { cause: error });
  }
}

function boxFor(passphrase: string, salt: Buffer) {
  return createSecretBox(scryptSync(passphrase, salt, 32, cost).toString('base64'), 'backup secrets');
}
