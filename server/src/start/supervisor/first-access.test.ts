import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { presentFirstAccess } from './first-access.ts';

const panelUrl = 'https://panel.example.com';
const access = {
  workspaceId: 'the-workspace',
  email: 'owner@example.com',
  password: 'the-password',
  token: 'wpk_the_token',
};

describe('presentFirstAccess', () => {
  it('prints the password and key on a terminal and writes no file', () => {
    const dataDirectory = makeTemporaryDirectory();
    const shown = presentFirstAccess(access, { panelUrl, dataDirectory, isTerminal: true }).join('\n');
    for (const value of Object.values(access)) expect(shown).toContain(value);
    expect(shown).toContain('https://panel.example.com/?email=owner%40example.com');
    expect(() => statSync(join(dataDirectory, 'first-access.txt'))).toThrow(/ENOENT/);
  });

  it('writes the password and key to a private file without a terminal and prints only the path', () => {
    const dataDirectory = makeTemporaryDirectory();
    const shown = presentFirstAccess(access, { panelUrl, dataDirectory, isTerminal: false }).join('\n');
    const file = join(dataDirectory, 'first-access.txt');
    expect(shown).toContain(file);
    for (const secret of [access.password, access.token]) {
      expect(shown).not.toContain(secret);
      expect(readFileSync(file, 'utf8')).toContain(secret);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
