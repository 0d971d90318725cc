import { appWords, browserWords, type BrowserWord } from './browser-words.ts';
import { readBrands, type Hints } from './hints.ts';
import { readVersion, versionAfter } from './read-version.ts';

type Browser = { browser: string | undefined; browserVersion: string | undefined };

// This is a Map and not an object, because visitor input is used as the key and could name a property of
// Object.prototype.
const hintedBrowsers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Google Chrome': 'Chrome',
    'Microsoft Edge': 'Edge',
    'Microsoft Edge WebView2': 'Edge WebView2',
    Opera: 'Opera',
    'Opera GX': 'Opera GX',
    Brave: 'Brave',
    'Samsung Internet': 'Samsung Internet',
    YaBrowser: 'Yandex Browser',
    Yandex: 'Yandex Browser',
    Vivaldi: 'Vivaldi',
    DuckDuckGo: 'DuckDuckGo',
    Whale: 'Whale',
    HuaweiBrowser: 'Huawei Browser',
    'Android WebView': 'Android WebView',
    HeadlessChrome: 'Headless Chrome',
    'Avast Secure Browser': 'Avast Secure Browser',
    'AVG Secure Browser': 'AVG Secure Browser',
    Silk: 'Silk',
    'Coc Coc': 'Coc Coc',
    Electron: 'Electron',
  }),
);

export function findBrowser(agent: string, hints: Hints): Browser {
  const fromAgent = find(appWords, agent) ?? find(browserWords, agent) ?? engineBrowser(agent);
  const isGeneric =
    fromAgent.browser === undefined ||
    fromAgent.browser === 'Chrome' ||
    fromAgent.browser === 'Android WebView';
  const fromHints = hints.brands === '' ? undefined : findHinted(hints);
  if (fromHints === undefined || (!isGeneric && fromHints.browser !== fromAgent.browser)) return fromAgent;
  return { browser: fromHints.browser, browserVersion: fromHints.browserVersion ?? fromAgent.browserVersion };
}

function find(words: readonly BrowserWord[], agent: string): Browser | undefined {
  for (const [word, browser, versionWord = word] of words) {
    if (!agent.includes(word)) continue;
    if (versionWord === '') return { browser, browserVersion: undefined };
    return { browser, browserVersion: versionAfter(agent, versionWord) ?? versionAfter(agent, word) };
  }
  return undefined;
}

function engineBrowser(agent: string): Browser {
  const chrome = versionAfter(agent, 'Chrome/');
  if (chrome !== undefined) return { browser: nameOfChrome(agent), browserVersion: chrome };
  if (agent.includes('Android') && /AppleWebKit/i.test(agent))
    return { browser: 'Android Browser', browserVersion: versionAfter(agent, 'Version/') };
  if (agent.includes('Tizen') && agent.includes('Safari/'))
    return { browser: 'Tizen Browser', browserVersion: versionAfter(agent, 'Version/') };
  if (agent.includes('BB10') || agent.includes('BlackBerry') || agent.includes('PlayBook'))
    return { browser: 'BlackBerry Browser', browserVersion: versionAfter(agent, 'Version/') };
  const isApple = agent.includes('Mac OS X') || agent.includes('iPhone') || agent.includes('iPad');
  if (agent.includes('Safari/') && (isApple || agent.includes('Version/')))
    return { browser: 'Safari', browserVersion: versionAfter(agent, 'Version/') };
  if (isApple && agent.includes('AppleWebKit'))
    return { browser: agent.includes('Macintosh') ? 'Safari' : 'iOS WebView', browserVersion: undefined };
  return { browser: undefined, browserVersion: undefined };
}

function nameOfChrome(agent: string): string {
  return agent.includes('; wv)') || (agent.includes('Version/') && agent.includes('Android'))
    ? 'Android WebView'
    : 'Chrome';
}

function findHinted({ brands, fullVersions }: Hints): Browser | undefined {
  for (const { name, version } of readBrands(brands)) {
    const browser = hintedBrowsers.get(name);
    if (browser === undefined) continue;
    const full = readBrands(fullVersions).find((brand) => brand.name === name)?.version;
    return { browser, browserVersion: full ?? withMinor(version) };
  }
  return undefined;
}

// The short brand list has only major versions, so the version in the user agent is preferred.
function withMinor(version: string | undefined): string | undefined {
  return version !== undefined && version.includes('.') ? readVersion(version, 0) : undefined;
}
