import { unquote, type Hints } from './hints.ts';
import { majorOf, readVersion, versionAfter, trimZeros } from './read-version.ts';

type System = { os: string | undefined; osVersion: string | undefined };

const unknownSystem: System = { os: undefined, osVersion: undefined };

// Ordered from specific to general, because Android user agents also contain `Linux`.
const systemWords: readonly (readonly [word: string, os: string, versionWord?: string])[] = [
  ['Windows Phone', 'Windows Phone'],
  ['Windows Mobile', 'Windows Phone'],
  ['IEMobile', 'Windows Phone', ''],
  ['Xbox', 'Xbox', ''],
  ['PlayStation', 'PlayStation', ''],
  ['PLAYSTATION', 'PlayStation', ''],
  ['Nintendo', 'Nintendo', ''],
  ['AppleTV', 'tvOS', 'tvOS'],
  ['Apple TV', 'tvOS', 'tvOS'],
  ['tvOS', 'tvOS'],
  ['Watch OS', 'watchOS'],
  ['watchOS', 'watchOS'],
  ['Apple Watch', 'watchOS', ''],
  ['KAIOS', 'KaiOS'],
  ['KaiOS', 'KaiOS'],
  ['OpenHarmony', 'HarmonyOS'],
  ['HarmonyOS', 'HarmonyOS', 'HarmonyOS'],
  ['Tizen', 'Tizen'],
  ['Web0S', 'webOS', ''],
  ['webOS.TV', 'webOS', ''],
  ['webOS', 'webOS', ''],
  ['hpwOS', 'webOS'],
  ['VIDAA', 'VIDAA'],
  ['Roku', 'Roku OS', 'DVP-'],
  ['Android', 'Android'],
  ['Andr0id', 'Android'],
  ['Adr ', 'Android'],
  ['iPad', 'iPadOS', 'CPU OS'],
  ['iPhone', 'iOS', 'iPhone OS'],
  ['iPod', 'iOS', 'iPhone OS'],
  ['CrOS', 'ChromeOS', ''],
  ['Windows', 'Windows', ''],
  ['Macintosh', 'macOS', 'Mac OS X'],
  ['Mac OS X', 'macOS'],
  ['BB10', 'BlackBerry', 'Version'],
  ['BlackBerry', 'BlackBerry', 'Version'],
  ['PlayBook', 'BlackBerry', 'Tablet OS'],
  ['SymbianOS', 'Symbian'],
  ['Symbian', 'Symbian'],
  ['SymbOS', 'Symbian', ''],
  ['Series60', 'Symbian', ''],
  ['S60', 'Symbian', ''],
  ['Bada', 'Bada'],
  ['MeeGo', 'MeeGo', ''],
  ['Sailfish', 'Sailfish OS', ''],
  ['Fuchsia', 'Fuchsia', ''],
  ['FreeBSD', 'FreeBSD', ''],
  ['OpenBSD', 'OpenBSD', ''],
  ['NetBSD', 'NetBSD', ''],
  ['SunOS', 'Solaris', ''],
  ['Haiku', 'Haiku', ''],
  ['Ubuntu', 'Linux', ''],
  ['Fedora', 'Linux', ''],
  ['Linux', 'Linux', ''],
  ['X11', 'Linux', ''],
  ['J2ME/MIDP', 'Java ME', ''],
];

// This is a Map and not an object, because visitor input is used as the key and could name a property of
// Object.prototype.
const windowsNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '10.0': '10',
    '6.4': '10',
    '6.3': '8.1',
    '6.2': '8',
    '6.1': '7',
    '6.0': 'Vista',
    '5.2': 'XP',
    '5.1': 'XP',
    '5.0': '2000',
  }),
);

export function findSystem(agent: string, hints: Hints): System {
  const fromAgent = systemOfAgent(agent);
  const fromHints = systemOfHint(hints);
  if (fromHints === undefined) return fromAgent;
  // Hints provide the version, which user agents no longer contain, and the system if the user agent names none.
  if (fromAgent.os === undefined) return { os: fromHints, osVersion: hintedVersion(fromHints, hints) };
  if (fromAgent.os !== fromHints) return fromAgent;
  return { os: fromAgent.os, osVersion: hintedVersion(fromHints, hints) ?? fromAgent.osVersion };
}

function systemOfAgent(agent: string): System {
  for (const [word, os, versionWord] of systemWords) {
    if (!agent.includes(word)) continue;
    return { os, osVersion: systemVersion(agent, os, versionWord ?? word) };
  }
  if (agent.includes('CFNetwork/')) return { os: 'iOS', osVersion: undefined };
  return unknownSystem;
}

function systemVersion(agent: string, os: string, word: string): string | undefined {
  if (os === 'Windows') return windowsVersion(agent);
  if (os === 'ChromeOS') return chromeOsVersion(agent);
  // When Chrome hides the model, it also sends Android 10 on all devices, so the version is unknown.
  if (os === 'Android' && agent.includes('Android 10; K)')) return undefined;
  return word === '' ? undefined : versionAfter(agent, word);
}

function windowsVersion(agent: string): string | undefined {
  const version = versionAfter(agent, 'Windows NT');
  if (version !== undefined) return windowsNames.get(version) ?? version;
  if (agent.includes('Windows XP')) return 'XP';
  return versionAfter(agent, 'Windows');
}

// Reads the version after the architecture in `CrOS x86_64 14541.0.0`.
function chromeOsVersion(agent: string): string | undefined {
  const from = agent.indexOf('CrOS ') + 5;
  const space = agent.indexOf(' ', from);
  return space < 0 ? undefined : readVersion(agent, space + 1);
}

const hintedNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Windows: 'Windows',
    macOS: 'macOS',
    'Mac OS X': 'macOS',
    Android: 'Android',
    'Chrome OS': 'ChromeOS',
    'Chromium OS': 'ChromeOS',
    Linux: 'Linux',
    iOS: 'iOS',
    Fuchsia: 'Fuchsia',
  }),
);

export function systemOfHint({ platform }: Hints): string | undefined {
  return platform === '' ? undefined : hintedNames.get(unquote(platform));
}

// Client hints number Windows versions differently: 13 and above means Windows 11.
function hintedVersion(os: string, { platformVersion }: Hints): string | undefined {
  const version = readVersion(unquote(platformVersion), 0);
  if (version === undefined || os === 'Linux') return undefined;
  if (os !== 'Windows') return trimZeros(version);
  const major = majorOf(version);
  if (major >= 13) return '11';
  return major >= 1 ? '10' : undefined;
}
