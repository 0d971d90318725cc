import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findExecutable } from '../find-executable.ts';
import { makeTemporaryDirectory } from '../temporary-directory.ts';
import { launchBrowser } from './launch-browser.ts';

const machine = 'darwin arm64';

/** A folder with a program of this name that complains and ends. */
function makeBroken(name: string): string {
  const directory = makeTemporaryDirectory();
  const script = '#!/bin/sh\necho "it misses a library" >&2\nexit 127\n';
  writeFileSync(join(directory, name), script, { mode: 0o755 });
  return directory;
}

describe('a browser for the tests', () => {
  it('is an error where the one that is named is not there or does not start', async () => {
    const broken = join(makeBroken('browser'), 'browser');
    await expect(launchBrowser({ named: broken, machine, searchPath: '' })).rejects.toThrow(
      `WAYPOST_BROWSER is ${broken}, which does not start: it misses a library`,
    );
    const silent = findExecutable('false', '/bin:/usr/bin');
    await expect(launchBrowser({ named: silent, machine, searchPath: '' })).rejects.toThrow(
      `WAYPOST_BROWSER is ${silent}, which does not start: it ended: exitCode=1, signal=null`,
    );
    const absent = join(makeTemporaryDirectory(), 'browser');
    await expect(launchBrowser({ named: absent, machine, searchPath: '' })).rejects.toThrow(
      `WAYPOST_BROWSER is ${absent}, which does not start: ENOENT`,
    );
  });

  it('comes back with the reason where there is none for the machine and none is installed', async () => {
    const searchPath = makeTemporaryDirectory();
    for (const named of [undefined, ''])
      expect(await launchBrowser({ named, machine, searchPath })).toBe(
        'no browser for the tests: that of the lock file is for linux x64, not for darwin arm64; ' +
          'the PATH has no chromium, chromium-browser, google-chrome, google-chrome-stable; ' +
          'WAYPOST_BROWSER can name one',
      );
  });

  it('says of each installed one why it does not start', async () => {
    const [first, second] = [makeBroken('google-chrome'), makeBroken('chromium-browser')];
    const reason = await launchBrowser({ named: undefined, machine, searchPath: `${first}:${second}` });
    expect(reason).toContain(
      `; ${second}/chromium-browser does not start (it misses a library); ` +
        `${first}/google-chrome does not start (it misses a library); `,
    );
  });
});
