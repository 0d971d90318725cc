import { access, constants } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';
import { findExecutable } from '../find-executable.ts';
import { unpackBrowser } from './unpack-browser.ts';

// Chromium's sandbox does not work as root. The sandbox is not needed, because the tests open only their own pages.
// Without a graphics card, emulating one would take more than a quarter of the tests' processor time.
const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];

// Shorter than the hook timeout, so that the next browser can still be tried.
const timeoutMs = 50_000;

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

type BrowserSources = {
  named: string | undefined;
  /** Platform and architecture. The packaged browser supports only `linux x64`. */
  machine: string;
  searchPath: string;
};

/**
 * Launches the browser in WAYPOST_BROWSER, the browser from a dev dependency, or an installed browser. Returns the
 * reason if no browser starts. Throws if the browser in WAYPOST_BROWSER does not start, because the tests must not be
 * skipped in that case.
 */
export async function launchBrowser(sources: BrowserSources): Promise<Browser | string> {
  const { named } = sources;
  if (named !== undefined && named !== '') {
    const launched = await launch(() => named);
    if (typeof launched !== 'string') return launched;
    throw new Error(`WAYPOST_BROWSER is ${named}, which does not start: ${launched}`);
  }
  const problems: string[] = [];
  for (const { name, find } of findCandidates(sources, problems)) {
    const launched = await launch(find);
    if (typeof launched !== 'string') return launched;
    problems.push(`${name} does not start (${launched})`);
  }
  return `no browser for the tests: ${problems.join('; ')}; set WAYPOST_BROWSER to the path of a browser`;
}

export async function launchBrowserHere(): Promise<Browser | string> {
  return await launchBrowser({
    named: process.env['WAYPOST_BROWSER'],
    machine: `${process.platform} ${process.arch}`,
    searchPath: process.env['PATH'] ?? '',
  });
}

type Candidate = { name: string; find: () => Promise<string> | string };

function findCandidates({ machine, searchPath }: BrowserSources, problems: string[]): Candidate[] {
  const candidates: Candidate[] = [];
  if (machine === 'linux x64') candidates.push({ name: 'the packaged browser', find: unpackBrowser });
  else problems.push(`the packaged browser is for linux x64, not for ${machine}`);
  const installed = installedNames
    .map((name) => findExecutable(name, searchPath))
    .filter((path) => path !== undefined);
  if (installed.length === 0) problems.push(`not found in PATH: ${installedNames.join(', ')}`);
  return [...candidates, ...installed.map((path) => ({ name: path, find: () => path }))];
}

async function launch(find: Candidate['find']): Promise<Browser | string> {
  try {
    const executablePath = await find();
    // Playwright leaves temporary directories behind if the executable is missing.
    await access(executablePath, constants.X_OK);
    return await chromium.launch({ executablePath, args, headless: true, timeout: timeoutMs });
  } catch (error) {
    return describe(error instanceof Error ? error.message : String(error));
  }
}

/** Reduces Playwright's long log to one line: the browser's first error message or its exit status. */
function describe(log: string): string {
  // Skips the process IDs before the message, because they differ between test files.
  const message = /\[err\] (?:\[[^\]]*\] ?)*(.+)/.exec(log)?.[1];
  const exitStatus = /<process did exit: (.+)>/.exec(log)?.[1];
  const summary = log.split('\n')[0]?.replace(/^browserType\.launch: /, '') ?? '';
  return message ?? (exitStatus === undefined ? summary : `exited with ${exitStatus}`);
}
