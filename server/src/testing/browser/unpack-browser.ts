import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();`;

/**
 * The executable of the browser that came with the lock file. Its package unpacks into the folder for temporary files and
 * takes whatever lies there for whole: also what another test file is still writing, or an interrupted run has left. So
 * it unpacks into a folder of its own, which gets its name when it is complete. That lies in the package, to go with it.
 */
export async function unpackBrowser(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const home = join(dirname(main), '..', '..', 'unpacked');
  if (!existsSync(home)) {
    const aside = mkdtempSync(`${home}-`);
    try {
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], {
        cwd: import.meta.dirname,
        env: { ...process.env, TMPDIR: aside },
      });
      renameSync(aside, home);
    } catch (error) {
      rmSync(aside, { recursive: true, force: true });
      // Another test file may have been faster.
      if (!existsSync(home)) throw error;
    }
  }
  return join(home, 'chromium');
}
