import { readBrands, type Hints } from './hints.ts';
import { readVersion, versionAfter } from './read-version.ts';

type Browser = { browser: string | undefined; browserVersion: string | undefined };

type BrowserWord = readonly [word: string, browser: string, versionWord?: string];

/** Programs that show pages inside themselves; before the browsers, whose words they carry too. */
const appWords: readonly BrowserWord[] = [
  ['FBAN/Messenger', 'Messenger', 'FBAV'],
  ['FB_IAB/MESSENGER', 'Messenger', 'FBAV'],
  ['Barcelona ', 'Threads'],
  ['Instagram ', 'Instagram'],
  ['FBAN/', 'Facebook', 'FBAV'],
  ['FB_IAB/', 'Facebook', 'FBAV'],
  ['FBAV/', 'Facebook'],
  ['musical_ly_', 'TikTok'],
  ['BytedanceWebview', 'TikTok', 'app_version'],
  ['musical_ly', 'TikTok'],
  ['trill_', 'TikTok', ''],
  ['TikTok', 'TikTok'],
  ['Snapchat', 'Snapchat'],
  ['[Pinterest/', 'Pinterest', ''],
  ['Pinterest/', 'Pinterest', ''],
  ['Pinterest for', 'Pinterest', ''],
  ['LinkedInApp', 'LinkedIn', 'LinkedInApp]'],
  ['Twitter for', 'Twitter', ''],
  ['TwitterAndroid', 'Twitter', ''],
  ['MicroMessenger', 'WeChat'],
  ['Line/', 'LINE'],
  ['KAKAOTALK', 'KakaoTalk'],
  ['NAVER(', 'Naver', ''],
  ['Telegram-Android', 'Telegram'],
  ['Viber', 'Viber'],
  ['Zalo', 'Zalo', ''],
  ['Reddit/', 'Reddit', 'Reddit/Version '],
  ['Discord/', 'Discord'],
  ['Slack/', 'Slack'],
  ['GSA/', 'Google App'],
  ['AlipayClient', 'Alipay'],
  ['DingTalk', 'DingTalk'],
  ['Weibo', 'Weibo', ''],
  ['baiduboxapp', 'Baidu App'],
  ['QQ/', 'QQ'],
  ['YaApp_', 'Yandex App', ''],
  ['YaSearchApp', 'Yandex App'],
  ['ShopeeApp', 'Shopee', ''],
  ['Shopee ', 'Shopee', ''],
  ['Teams/', 'Microsoft Teams'],
  ['BingSapphire', 'Bing App'],
  ['BingWeb', 'Bing App', ''],
];

const browserWords: readonly BrowserWord[] = [
  ['HeadlessChrome', 'Headless Chrome'],
  ['PhantomJS', 'PhantomJS'],
  ['OculusBrowser', 'Meta Quest Browser'],
  ['EdgiOS', 'Edge'],
  ['EdgA', 'Edge'],
  ['Edg/', 'Edge'],
  ['Edge/', 'Edge'],
  ['OPX/', 'Opera GX'],
  ['OPRGX/', 'Opera GX'],
  [' GX)', 'Opera GX', 'OPR'],
  ['Opera Mini', 'Opera Mini'],
  ['OPiOS', 'Opera Mini'],
  ['OPT/', 'Opera Touch'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['SAMSUNG Browser', 'Samsung Internet'],
  ['YaBrowser', 'Yandex Browser'],
  ['Yowser', 'Yandex Browser'],
  ['Vivaldi', 'Vivaldi'],
  ['UCBrowser', 'UC Browser'],
  ['UBrowser', 'UC Browser'],
  ['UCWEB', 'UC Browser'],
  ['MiuiBrowser', 'Mi Browser'],
  ['HuaweiBrowser', 'Huawei Browser'],
  ['HeyTapBrowser', 'HeyTap Browser'],
  ['OppoBrowser', 'HeyTap Browser'],
  ['RealmeBrowser', 'HeyTap Browser'],
  ['VivoBrowser', 'vivo Browser'],
  ['MQQBrowser', 'QQ Browser'],
  ['QQBrowser', 'QQ Browser'],
  ['Quark/', 'Quark'],
  ['Brave/', 'Brave'],
  ['Whale/', 'Whale'],
  ['coc_coc_browser', 'Coc Coc'],
  ['PHX/', 'Phoenix Browser'],
  ['Phoenix/', 'Phoenix Browser'],
  ['Maxthon', 'Maxthon'],
  ['MxBrowser', 'Maxthon'],
  ['Puffin', 'Puffin'],
  ['Silk/', 'Silk'],
  ['Silk-Accelerated', 'Silk', 'Silk'],
  ['DuckDuckGo/', 'DuckDuckGo'],
  ['Ddg/', 'DuckDuckGo'],
  ['Focus/', 'Firefox Focus'],
  ['Klar/', 'Firefox Focus'],
  ['FxiOS', 'Firefox'],
  ['SeaMonkey', 'SeaMonkey'],
  ['PaleMoon', 'Pale Moon'],
  ['Waterfox', 'Waterfox'],
  ['LibreWolf', 'LibreWolf'],
  ['Avast/', 'Avast Secure Browser'],
  ['AVG/', 'AVG Secure Browser'],
  ['CCleaner/', 'CCleaner Browser'],
  ['AVIRA/', 'Avira Browser'],
  ['Norton/', 'Norton Browser'],
  ['Ecosia', 'Ecosia'],
  ['AlohaBrowser', 'Aloha'],
  ['MetaSr', 'Sogou Browser'],
  ['SogouMobileBrowser', 'Sogou Browser'],
  ['QihooBrowser', '360 Browser'],
  ['360SE', '360 Browser', ''],
  ['360EE', '360 Browser', ''],
  ['LBBROWSER', 'Liebao', ''],
  ['BIDUBrowser', 'Baidu Browser'],
  ['baidubrowser', 'Baidu Browser'],
  ['Sleipnir', 'Sleipnir'],
  ['Iron/', 'Iron'],
  ['Epiphany', 'GNOME Web'],
  ['Falkon', 'Falkon'],
  ['Konqueror', 'Konqueror'],
  ['Midori', 'Midori'],
  ['Wolvic', 'Wolvic'],
  ['NintendoBrowser', 'Nintendo Browser'],
  ['NF/', 'Nintendo Browser'],
  ['Electron/', 'Electron'],
  ['QtWebEngine', 'QtWebEngine'],
  ['CriOS', 'Chrome'],
  ['Firefox', 'Firefox'],
  ['Chromium', 'Chromium'],
  ['IEMobile', 'Internet Explorer'],
  ['MSIE', 'Internet Explorer'],
  ['Trident/', 'Internet Explorer', 'rv:'],
  ['Opera/', 'Opera', 'Version'],
  ['Opera ', 'Opera'],
  ['Lynx/', 'Lynx'],
  ['w3m/', 'w3m'],
  ['ELinks', 'ELinks'],
  ['Links (', 'Links', 'Links ('],
  ['Dillo', 'Dillo'],
  ['Netscape', 'Netscape'],
  ['Obigo', 'Obigo', ''],
  ['NetFront', 'NetFront'],
  ['BrowserNG', 'Nokia Browser'],
  ['NokiaBrowser', 'Nokia Browser'],
];

/** Names in the hints that say more than the agent does. */
// No plain object: what visitors send is looked up in it, and may be called like something that all objects have.
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
  const said = find(appWords, agent) ?? find(browserWords, agent) ?? engineBrowser(agent);
  const isPlain =
    said.browser === undefined || said.browser === 'Chrome' || said.browser === 'Android WebView';
  const hinted = hints.brands === '' ? undefined : findHinted(hints);
  if (hinted === undefined || (!isPlain && hinted.browser !== said.browser)) return said;
  return { browser: hinted.browser, browserVersion: hinted.browserVersion ?? said.browserVersion };
}

function find(words: readonly BrowserWord[], agent: string): Browser | undefined {
  for (const [word, browser, versionWord = word] of words) {
    if (!agent.includes(word)) continue;
    if (versionWord === '') return { browser, browserVersion: undefined };
    return { browser, browserVersion: versionAfter(agent, versionWord) ?? versionAfter(agent, word) };
  }
  return undefined;
}

/** Browsers that carry no name beyond their engine's. */
function engineBrowser(agent: string): Browser {
  const chrome = versionAfter(agent, 'Chrome/');
  if (chrome !== undefined) return { browser: nameOfChrome(agent), browserVersion: chrome };
  if (agent.includes('Android') && agent.includes('AppleWebKit'))
    return { browser: 'Android Browser', browserVersion: versionAfter(agent, 'Version/') };
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

/** The short list has the major number only, and the agent has the same with zeros: the agent's is kept. */
function withMinor(version: string | undefined): string | undefined {
  return version !== undefined && version.includes('.') ? readVersion(version, 0) : undefined;
}
