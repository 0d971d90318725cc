import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findExecutable } from '../find-executable.ts';
import { makeTemporaryDirectory } from '../temporary-directory.ts';
import { launchBrowser } from './launch-browser.ts';

const machine = 'darwin arm64';

function makeBrokenProgram(name: string): string {
  const directory = makeTemporaryDirectory();
  const script = '#!/bin/sh\necho "missing library" >&2\nexit 127\n';
  writeFileSync(join(directory, name), script, { mode: 0o755 });
  return directory;
}

describe('launchBrowser', () => {
  it('throws if the browser in WAYPOST_BROWSER is missing or does not start', async () => {
    const broken = join(makeBrokenProgram('browser'), 'browser');
    await expect(launchBrowser({ named: broken, machine, searchPath: '' })).rejects.toThrow(
      `WAYPOST_BROWSER is ${broken}, which does not start: missing library`,
    );
    const silent = findExecutable('false', '/bin:/usr/bin');
    await expect(launchBrowser({ named: silent, machine, searchPath: '' })).rejects.toThrow(
      `WAYPOST_BROWSER is ${silent}, which does not start: exited with exitCode=1, signal=null`,
    );
    const absent = join(makeTemporaryDirectory(), 'browser');
    await expect(launchBrowser({ named: absent, machine, searchPath: '' })).rejects.toThrow(
      `WAYPOST_BROWSER is ${absent}, which does not start: ENOENT`,
    );
  });

  it('returns the reason if no browser is packaged for the machine or installed', async () => {
    const searchPath = makeTemporaryDirectory();
    for (const named of [undefined, ''])
      expect(await launchBrowser({ named, machine, searchPath })).toBe(
        'no browser for the tests: the packaged browser is for linux x64, not for darwin arm64; ' +
          'not found in PATH: chromium, chromium-browser, google-chrome, google-chrome-stable; ' +
          'set WAYPOST_BROWSER to the path of a browser',
      );
  });

  it('reports why each installed browser does not start', async () => {
    const [first, second] = [makeBrokenProgram('google-chrome'), makeBrokenProgram('chromium-browser')];
    const reason = await launchBrowser({ named: undefined, machine, searchPath: `${first}:${second}` });
    expect(reason).toContain(
      `; ${second}/chromium-browser does not start (missing library); ` +
        `${first}/google-chrome does not start (missing library); `,
    );
  });
});
