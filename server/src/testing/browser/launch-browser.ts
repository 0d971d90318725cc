import { access, constants } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';
import { findExecutable } from '../find-executable.ts';
import { unpackBrowser } from './unpack-browser.ts';

// As root there is no sandbox to be had; and only pages of the tests are opened.
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'];

// Catches what hangs: less than a hook may take, so that the next browser is still tried.
const timeoutMs = 50_000;

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

type BrowserSources = {
  /** The executable that WAYPOST_BROWSER names. */
  named: string | undefined;
  /** Such as `linux x64`: the browser of the lock file is made for that alone. */
  machine: string;
  /** PATH, where installed browsers are looked for. */
  searchPath: string;
};

/**
 * A real browser: the one that is named, the one of the lock file, or an installed one. Comes back with the reason where
 * none starts. One that is named has to start: whoever names it wants the tests to run.
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
  return `no browser for the tests: ${problems.join('; ')}; WAYPOST_BROWSER can name one`;
}

/** The browser of this machine. */
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
  if (machine === 'linux x64') candidates.push({ name: 'that of the lock file', find: unpackBrowser });
  else problems.push(`that of the lock file is for linux x64, not for ${machine}`);
  const installed = installedNames
    .map((name) => findExecutable(name, searchPath))
    .filter((path) => path !== undefined);
  if (installed.length === 0) problems.push(`the PATH has no ${installedNames.join(', ')}`);
  return [...candidates, ...installed.map((path) => ({ name: path, find: () => path }))];
}

/** The browser, or why it does not start. */
async function launch(find: Candidate['find']): Promise<Browser | string> {
  try {
    const executablePath = await find();
    // The driver would leave its folders behind for one that is not there.
    await access(executablePath, constants.X_OK);
    return await chromium.launch({ executablePath, args, headless: true, timeout: timeoutMs });
  } catch (error) {
    return describe(error instanceof Error ? error.message : String(error));
  }
}

/** One line of the driver's long log: the browser's first words, such as which library it misses, or how it ended. */
function describe(log: string): string {
  // In front of the words stand numbers of processes, which differ from one test file to the next.
  const words = /\[err\] (?:\[[^\]]*\] ?)*(.+)/.exec(log)?.[1];
  const end = /<process did exit: (.+)>/.exec(log)?.[1];
  const summary = log.split('\n')[0]?.replace(/^browserType\.launch: /, '') ?? '';
  return words ?? (end === undefined ? summary : `it ended: ${end}`);
}
