/** Maps the names in the fixtures to Waypost's names. Names that are not listed are compared unchanged. */

/** Waypost's device types by fixture type. Fixture types without a counterpart, such as `camera`, count as `other`. */
export const fixtureDeviceTypes: ReadonlyMap<string, string> = new Map([
  ['desktop', 'desktop'],
  ['smartphone', 'mobile'],
  ['phablet', 'mobile'],
  ['feature phone', 'mobile'],
  ['portable media player', 'mobile'],
  ['tablet', 'tablet'],
  ['tv', 'tv'],
  ['console', 'console'],
  ['wearable', 'wearable'],
]);

const systems: ReadonlyMap<string, string> = new Map([
  ['Mac', 'macOS'],
  ['GNU/Linux', 'Linux'],
  ['Ubuntu', 'Linux'],
  ['Debian', 'Linux'],
  ['Fedora', 'Linux'],
  ['Mint', 'Linux'],
  ['Chrome OS', 'ChromeOS'],
  ['Chromium OS', 'ChromeOS'],
  ['Android TV', 'Android'],
  ['Fire OS', 'Android'],
  ['YunOS', 'Android'],
  ['Wear OS', 'Android'],
  ['LineageOS', 'Android'],
  ['MocorDroid', 'Android'],
  ['FydeOS', 'ChromeOS'],
  ['BlackBerry OS', 'BlackBerry'],
  ['BlackBerry Tablet OS', 'BlackBerry'],
  ['Symbian OS', 'Symbian'],
  ['Symbian OS Series 60', 'Symbian'],
  ['Symbian OS Series 40', 'Symbian'],
  ['Symbian^3', 'Symbian'],
  ['Windows Mobile', 'Windows Phone'],
  ['Windows CE', 'Windows'],
  ['Xbox', 'Xbox'],
]);

export function fixtureSystem(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (systems.get(name) ?? name);
}

const browsers: ReadonlyMap<string, string> = new Map([
  ['chrome mobile', 'chrome'],
  ['chrome mobile ios', 'chrome'],
  ['chrome webview', 'android webview'],
  ['mobile safari', 'safari'],
  ['firefox mobile', 'firefox'],
  ['firefox mobile ios', 'firefox'],
  ['yandex browser lite', 'yandex'],
  ['yandex browser corp', 'yandex'],
  // The Yandex app shows pages in Yandex Browser. Waypost reports the app, while the fixtures name the browser.
  ['yandex app', 'yandex'],
  ['puffin web browser', 'puffin'],
  ['sogou mobile browser', 'sogou'],
  ['oculus browser', 'meta quest'],
  ['duckduckgo privacy browser', 'duckduckgo'],
  ['opera mobile', 'opera'],
  ['opera next', 'opera'],
  ['opera devices', 'opera'],
  ['opera mini ios', 'opera mini'],
  ['samsung browser', 'samsung internet'],
  ['samsung browser lite', 'samsung internet'],
  ['ie mobile', 'internet explorer'],
  ['microsoft edge', 'edge'],
  ['mobile silk', 'silk'],
  ['huawei browser mobile', 'huawei'],
  ['uc browser turbo', 'uc'],
  ['uc browser mini', 'uc'],
  ['uc browser hd', 'uc'],
]);

/** Returns the key for comparing browser names: `UC Browser` and `UCBrowser` have the same key. */
export function fixtureBrowser(name: string): string {
  const lower = name.toLowerCase();
  const known = browsers.get(lower) ?? lower;
  return known.replace(/browser/g, '').replace(/[^a-z0-9]/g, '');
}
