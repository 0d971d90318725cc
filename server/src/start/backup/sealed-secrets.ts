import { randomBytes, scryptSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { OperatorError } from '../../platform/operator-error.ts';
import { createSecretBox } from '../../platform/secret-box.ts';

// The generated secrets, and the settings that were passed as environment variables.
export type BackedUpSecrets = { secrets: Record<string, string>; environment: Record<string, string> };

// Takes about a third of a second and 128 MiB, so that guessing passphrases is slow.
const cost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const saltBytes = 16;
const owner = 'backup';

export function sealSecrets(file: string, secrets: BackedUpSecrets, passphrase: string): void {
  const salt = randomBytes(saltBytes);
  const sealed = boxFor(passphrase, salt).seal(Buffer.from(JSON.stringify(secrets)), owner);
  writeFileSync(file, Buffer.concat([salt, sealed]), { mode: 0o600, flush: true });
}

export function openSecrets(file: string, passphrase: string): BackedUpSecrets {
  const content = readFileSync(file);
  const opened = boxFor(passphrase, content.subarray(0, saltBytes)).open(content.subarray(saltBytes), owner);
  if (opened === undefined)
    throw new OperatorError('refused', 'The passphrase is not the one that this backup was made with.');
  return JSON.parse(opened.toString()) as BackedUpSecrets;
}

function boxFor(passphrase: string, salt: Buffer) {
  return createSecretBox(scryptSync(passphrase, salt, 32, cost).toString('base64'), 'backup secrets');
}
