import type { DeviceType } from './device.ts';
import { unquote, type Hints } from './hints.ts';
import { androidModel } from './android-model.ts';
import { findBrand } from './brands.ts';
import { kindOfModel } from './model-kinds.ts';

type DeviceKind = {
  deviceType: DeviceType;
  deviceBrand: string | undefined;
  deviceModel: string | undefined;
};

const tvWord =
  /SMART-TV|SmartTV|Smart TV|SMART_TV|GoogleTV|Google TV|Android TV|AndroidTV|AppleTV|Apple TV|[Hh]bb[Tt][Vv]|HBBTV|CE-HTML|NETRANGEMMH|SmartTvA|, (?:wired|wireless|Wired|Wireless)\)|avui\/tv|tclwebkit|stbapp|TiVo|DuneHD|BrightSign|\(Sky, |olleh tv|\(TV;|OMI\/\d|Andr0id|Web0S|webOS\.TV|NetCast|NETTV|BRAVIA|Tizen.{1,60}TV|TV Safari|VIDAA|Roku|CrKey|AFT[A-Z0-9]|MiTV|MIBOX|SHIELD Android TV|Viera|\(DTV\)|Opera TV|OPR\/.{1,20}OMI|InettvBrowser|; TV[;)]|Chromecast|PhilipsTV|Hisense.{1,20}TV|BeyondTV|Smart_TV/;
const tvBrands: readonly (readonly [word: string, brand: string])[] = [
  ['Tizen', 'Samsung'],
  ['SAMSUNG', 'Samsung'],
  ['Web0S', 'LG'],
  ['webOS', 'LG'],
  ['NetCast', 'LG'],
  ['LGE', 'LG'],
  ['BRAVIA', 'Sony'],
  ['Sony', 'Sony'],
  ['VIDAA', 'Hisense'],
  ['Hisense', 'Hisense'],
  ['Viera', 'Panasonic'],
  ['Panasonic', 'Panasonic'],
  ['Philips', 'Philips'],
  ['PHILIPS', 'Philips'],
  ['TPVision', 'Philips'],
  ['NETTV', 'Philips'],
  ['Roku', 'Roku'],
  ['AppleTV', 'Apple'],
  ['Apple TV', 'Apple'],
  ['CrKey', 'Google'],
  ['Chromecast', 'Google'],
  ['AFT', 'Amazon'],
  ['MiTV', 'Xiaomi'],
  ['MIBOX', 'Xiaomi'],
  ['SHIELD', 'Nvidia'],
  ['TCL', 'TCL'],
  ['SHARP', 'Sharp'],
  ['TOSHIBA', 'Toshiba'],
  ['Vestel', 'Vestel'],
];
const consoles: readonly (readonly [word: string, brand: string, model: string])[] = [
  ['PlayStation 5', 'Sony', 'PlayStation 5'],
  ['PlayStation 4', 'Sony', 'PlayStation 4'],
  ['PLAYSTATION 3', 'Sony', 'PlayStation 3'],
  ['PlayStation Vita', 'Sony', 'PlayStation Vita'],
  ['PlayStation Portable', 'Sony', 'PlayStation Portable'],
  ['(PS3)', 'Sony', 'PlayStation 3'],
  ['Playstation2', 'Sony', 'PlayStation 2'],
  ['PlayStation', 'Sony', 'PlayStation'],
  ['Xbox Series X', 'Microsoft', 'Xbox Series X'],
  ['Xbox One', 'Microsoft', 'Xbox One'],
  ['XBOX_ONE', 'Microsoft', 'Xbox One'],
  ['Xbox', 'Microsoft', 'Xbox'],
  ['Nintendo Switch', 'Nintendo', 'Switch'],
  ['Nintendo WiiU', 'Nintendo', 'Wii U'],
  ['Nintendo Wii', 'Nintendo', 'Wii'],
  ['Nintendo 3DS', 'Nintendo', '3DS'],
  ['Nintendo', 'Nintendo', 'Nintendo'],
];
const wearableWord =
  /Apple Watch|Watch ?OS|watchOS|Wear OS|\bSM-R\d|\bWatch\d|OculusBrowser|\bQuest [23P]|PicoBrowser/;
const wearableBrands: readonly (readonly [word: string, brand: string])[] = [
  ['PicoBrowser', 'Pico'],
  ['Quest', 'Meta'],
  ['SM-R', 'Samsung'],
];
const phoneWord =
  /Windows Phone|IEMobile|KAIOS|KaiOS|BlackBerry|BB10|Symbian|SymbOS|Series60|S60|Opera Mobi|J2ME|MIDP|webOS|hpwOS|Bada|MeeGo|Sailfish|\bMobile\b|Phone/;
const desktopSystems: ReadonlySet<string> = new Set([
  'Windows',
  'macOS',
  'Linux',
  'ChromeOS',
  'FreeBSD',
  'OpenBSD',
  'NetBSD',
  'Solaris',
  'Haiku',
]);

const unknownKind: DeviceKind = { deviceType: 'other', deviceBrand: undefined, deviceModel: undefined };

export function findDevice(agent: string, hints: Hints, os: string | undefined): DeviceKind {
  const model = unquote(hints.model) || androidModel(agent);
  return (
    consoleOf(agent) ??
    tvOf(agent, model) ??
    wearableOf(agent, model) ??
    appleOf(agent, os) ??
    androidOf(agent, { hints, os, model }) ??
    otherOf(agent, hints, os)
  );
}

function consoleOf(agent: string): DeviceKind | undefined {
  const found = consoles.find(([word]) => agent.includes(word));
  return found && { deviceType: 'console', deviceBrand: found[1], deviceModel: found[2] };
}

function tvOf(agent: string, model: string | undefined): DeviceKind | undefined {
  if (!tvWord.test(agent)) return undefined;
  const branded = model === undefined ? undefined : findBrand(model);
  return {
    deviceType: 'tv',
    deviceBrand: branded?.brand ?? tvBrands.find(([word]) => agent.includes(word))?.[1],
    deviceModel: branded?.model,
  };
}

function wearableOf(agent: string, model: string | undefined): DeviceKind | undefined {
  if (!wearableWord.test(agent)) return undefined;
  if (/Apple Watch|Watch ?OS/i.test(agent))
    return { deviceType: 'wearable', deviceBrand: 'Apple', deviceModel: 'Apple Watch' };
  const branded = model === undefined ? undefined : findBrand(model);
  const brand = wearableBrands.find(([word]) => agent.includes(word))?.[1];
  return { deviceType: 'wearable', deviceBrand: brand ?? branded?.brand, deviceModel: branded?.model };
}

function appleOf(agent: string, os: string | undefined): DeviceKind | undefined {
  // The names of some Android tablets contain `iPad`, such as `HiPad`.
  if (os === 'Android' || os === 'Windows Phone') return undefined;
  if (agent.includes('iPad')) return { deviceType: 'tablet', deviceBrand: 'Apple', deviceModel: 'iPad' };
  if (agent.includes('iPod')) return { deviceType: 'mobile', deviceBrand: 'Apple', deviceModel: 'iPod' };
  if (agent.includes('iPhone')) return { deviceType: 'mobile', deviceBrand: 'Apple', deviceModel: 'iPhone' };
  if (agent.includes('Macintosh')) return { deviceType: 'desktop', deviceBrand: 'Apple', deviceModel: 'Mac' };
  return undefined;
}

type AndroidFacts = { hints: Hints; os: string | undefined; model: string | undefined };

function androidOf(agent: string, { hints, os, model }: AndroidFacts): DeviceKind | undefined {
  if (os !== 'Android' && os !== 'HarmonyOS') return undefined;
  const branded = model === undefined ? undefined : findBrand(model);
  const knownType = model === undefined ? undefined : kindOfModel(model);
  return {
    deviceType: knownType ?? (isTablet(agent, hints) ? 'tablet' : 'mobile'),
    deviceBrand: branded?.brand,
    deviceModel: branded?.model,
  };
}

// Follows Android's convention: browsers on phones send `Mobile`, and browsers on tablets don't.
function isTablet(agent: string, hints: Hints): boolean {
  if (agent.includes('Tablet')) return true;
  if (hints.mobile === '?1') return false;
  if (hints.mobile === '?0') return true;
  return !/Mobile|Mobi\b|Phone|Opera Mini|Dalvik|okhttp/.test(agent);
}

function otherOf(agent: string, hints: Hints, os: string | undefined): DeviceKind {
  const brand = phoneBrand(agent);
  if (agent.includes('PlayBook'))
    return { deviceType: 'tablet', deviceBrand: 'BlackBerry', deviceModel: 'PlayBook' };
  if (os === 'ChromeOS') return { ...unknownKind, deviceType: 'desktop' };
  if (phoneWord.test(agent) || hints.mobile === '?1' || agent.includes('Opera Mini'))
    return { deviceType: 'mobile', deviceBrand: brand, deviceModel: undefined };
  if (os === 'iOS') return { deviceType: 'mobile', deviceBrand: 'Apple', deviceModel: undefined };
  if (os !== undefined && desktopSystems.has(os)) return { ...unknownKind, deviceType: 'desktop' };
  return brand === undefined
    ? unknownKind
    : { deviceType: 'mobile', deviceBrand: brand, deviceModel: undefined };
}

function phoneBrand(agent: string): string | undefined {
  if (agent.includes('BlackBerry') || agent.includes('BB10')) return 'BlackBerry';
  if (/Nokia|Lumia/i.test(agent)) return 'Nokia';
  if (/^SAMSUNG|^SEC-/.test(agent)) return 'Samsung';
  if (agent.includes('LYF')) return 'LYF';
  if (agent.startsWith('SonyEricsson')) return 'Sony';
  if (/^LG[-E]/.test(agent)) return 'LG';
  return agent.startsWith('MOT-') ? 'Motorola' : undefined;
}
