import { isbot } from 'isbot';
import { androidModel } from '../device/android-model.ts';
import type { DeviceFacts } from '../device/device.ts';
import type { Hints } from '../device/hints.ts';
import { majorOf } from '../device/read-version.ts';
import { systemOfHint } from '../device/systems.ts';
import { isHeadless, isLibrary } from './programs.ts';

export const strongReasons = ['no-agent', 'agent-list', 'library', 'headless'] as const;
/**
 * A visit is a bot if it has one strong reason or two weak reasons. One weak reason is not enough, because some real
 * visitors have one.
 */
export const weakReasons = [
  'old-agent',
  'unknown-agent',
  'hints-differ',
  'no-language',
  'no-accept',
  'datacenter',
] as const;

type BotReason = (typeof strongReasons)[number] | (typeof weakReasons)[number];

const strongSet: ReadonlySet<string> = new Set(strongReasons);
const weakSet: ReadonlySet<string> = new Set(weakReasons);
const weakReasonsNeeded = 2;

export function isBotBy(reasons: readonly string[]): boolean {
  let weakCount = 0;
  for (const reason of reasons) {
    if (strongSet.has(reason)) return true;
    if (weakSet.has(reason)) weakCount += 1;
  }
  return weakCount >= weakReasonsNeeded;
}

export function agentReasons(agent: string, hints: Hints, facts: DeviceFacts): BotReason[] {
  if (agent.trim() === '') return ['no-agent'];
  const reasons: BotReason[] = [];
  if (isListedBot(agent)) reasons.push('agent-list');
  if (isLibrary(agent)) reasons.push('library');
  if (isHeadless(agent, hints.brands)) reasons.push('headless');
  if (facts.os === undefined && facts.browser === undefined) reasons.push('unknown-agent');
  if (isOld(facts)) reasons.push('old-agent');
  if (contradicts(hints, facts)) reasons.push('hints-differ');
  return reasons;
}

// Parts of real visitors' user agents that isbot matches by mistake: two apps, a browser, TV markup, phone builds.
const misread =
  /\bSogouM\S{0,60}| (?:NewsArticle\/|com\.google\.android\.apps\.)\S{0,40}|\bCE-HTML\/[\d.]{1,8}|\bBuild\/[^;)\s]{0,60}/g;
const botModel = /googlebot|adsbot|crawl|spider|https?:/i;

// Ignores matches in the model name, because there are phones named `M BOT`, `XBot` or `Discovery`.
function isListedBot(agent: string): boolean {
  if (!isbot(agent)) return false;
  const model = androidModel(agent);
  const withoutModel = model === undefined || botModel.test(model) ? agent : agent.replace(model, '');
  return isbot(withoutModel.replace(misread, ''));
}

// For each browser, the newest major version that counts as old. Real visitors have newer versions, because browsers
// have been updating themselves for a decade.
const oldMajors: ReadonlyMap<string, number> = new Map(
  Object.entries({
    Chrome: 69,
    Chromium: 69,
    Edge: 78,
    Firefox: 59,
    Opera: 55,
    Safari: 10,
    'Internet Explorer': 11,
  }),
);

// Systems whose browsers are updated. TVs, consoles and feature phones are left out, because their browsers are rarely
// updated.
const updatedSystems: ReadonlySet<string> = new Set([
  'Windows',
  'macOS',
  'Linux',
  'ChromeOS',
  'Android',
  'iOS',
  'iPadOS',
]);

function isOld({ deviceType, os, browser, browserVersion }: DeviceFacts): boolean {
  if (deviceType === 'tv' || os === undefined || !updatedSystems.has(os)) return false;
  const limit = browser === undefined ? undefined : oldMajors.get(browser);
  const major = majorOf(browserVersion);
  return limit !== undefined && major >= 0 && major <= limit;
}

// Browsers send consistent hints; programs that copied a user agent often don't.
function contradicts(hints: Hints, { os, deviceType }: DeviceFacts): boolean {
  const hinted = systemOfHint(hints);
  if (hinted !== undefined && os !== undefined && hinted !== os) return !isDesktopView(hinted, os);
  return hints.mobile === '?1' && (os === 'Windows' || os === 'macOS') && deviceType === 'desktop';
}

// Phones and tablets in desktop mode report Linux in one header and Android in the other.
const linuxFamily: ReadonlySet<string> = new Set([
  'Android',
  'ChromeOS',
  'Linux',
  'Tizen',
  'webOS',
  'HarmonyOS',
]);

function isDesktopView(hinted: string, os: string): boolean {
  return linuxFamily.has(hinted) && linuxFamily.has(os);
}
