import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();`;

/**
 * Unpacks the browser from its package and returns its executable. By default, the package unpacks into the temporary
 * directory and trusts any files there, even incomplete files from a concurrent or interrupted run. This function
 * therefore unpacks into a separate directory inside the package and renames that directory when it is complete.
 */
export async function unpackBrowser(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const unpackedDirectory = join(dirname(main), '..', '..', 'unpacked');
  if (!existsSync(unpackedDirectory)) {
    const temporaryDirectory = mkdtempSync(`${unpackedDirectory}-`);
    try {
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], {
        cwd: import.meta.dirname,
        env: { ...process.env, TMPDIR: temporaryDirectory },
      });
      renameSync(temporaryDirectory, unpackedDirectory);
    } catch (error) {
      rmSync(temporaryDirectory, { recursive: true, force: true });
      // A concurrent test file may have unpacked the browser first.
      if (!existsSync(unpackedDirectory)) throw error;
    }
  }
  return join(unpackedDirectory, 'chromium');
}
