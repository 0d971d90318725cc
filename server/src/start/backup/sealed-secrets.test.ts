import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { openSecrets, sealSecrets } from './sealed-secrets.ts';

const content = { secrets: { session: 'the session key' }, environment: { WAYPOST_PORT: '8081' } };

it('sealed secrets can be opened only with the same passphrase and if the file is unchanged', () => {
  const file = join(makeTemporaryDirectory(), 'secrets.sealed');
  sealSecrets(file, content, 'correct horse');
  expect(readFileSync(file, 'latin1')).not.toMatch(/session|WAYPOST/);
  expect(openSecrets(file, 'correct horse')).toEqual(content);
  expect(() => openSecrets(file, 'Correct horse')).toThrow('The passphrase is not the one');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1));
  expect(() => openSecrets(file, 'correct horse')).toThrow('The passphrase is not the one');
});
