import { isbot } from 'isbot';
import { androidModel } from '../device/android-model.ts';
import type { DeviceFacts } from '../device/device.ts';
import type { Hints } from '../device/hints.ts';
import { majorOf } from '../device/read-version.ts';
import { systemOfHint } from '../device/systems.ts';
import { isHeadless, isLibrary } from './programs.ts';

/** Each of these is enough by itself. */
export const proofs = ['no-agent', 'agent-list', 'library', 'headless'] as const;
/** People have one of these now and then; two together make a bot. */
export const signs = [
  'old-agent',
  'unknown-agent',
  'hints-differ',
  'no-language',
  'no-accept',
  'datacenter',
] as const;

type BotReason = (typeof proofs)[number] | (typeof signs)[number];

const proofSet: ReadonlySet<string> = new Set(proofs);
const signSet: ReadonlySet<string> = new Set(signs);
const signsNeeded = 2;

export function isBotBy(reasons: readonly string[]): boolean {
  let found = 0;
  for (const reason of reasons) {
    if (proofSet.has(reason)) return true;
    if (signSet.has(reason)) found += 1;
  }
  return found >= signsNeeded;
}

/** What the agent and its hints give away, whoever sends them. */
export function agentReasons(agent: string, hints: Hints, facts: DeviceFacts): BotReason[] {
  if (agent.trim() === '') return ['no-agent'];
  const reasons: BotReason[] = [];
  if (isOnList(agent)) reasons.push('agent-list');
  if (isLibrary(agent)) reasons.push('library');
  if (isHeadless(agent, hints.brands)) reasons.push('headless');
  if (facts.os === undefined && facts.browser === undefined) reasons.push('unknown-agent');
  if (isOld(facts)) reasons.push('old-agent');
  if (contradicts(hints, facts)) reasons.push('hints-differ');
  return reasons;
}

// Names in agents of people that the list takes for names of programs: two apps, a browser, the markup
// of TVs, builds of phones.
const misread =
  /\bSogouM\S{0,60}| (?:NewsArticle\/|com\.google\.android\.apps\.)\S{0,40}|\bCE-HTML\/[\d.]{1,8}|\bBuild\/[^;)\s]{0,60}/g;
const botModel = /googlebot|adsbot|crawl|spider|https?:/i;

/** Asks the list of bots. Phones are called `M BOT`, `XBot` or `Discovery`, so a match within the model counts for nothing. */
function isOnList(agent: string): boolean {
  if (!isbot(agent)) return false;
  const model = androidModel(agent);
  const unnamed = model === undefined || botModel.test(model) ? agent : agent.replace(model, '');
  return isbot(unnamed.replace(misread, ''));
}

/** The last major version that is too old: browsers of people have been replacing themselves for a decade. */
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

// Televisions, consoles and simple phones stay as they were sold.
const renewedSystems: ReadonlySet<string> = new Set([
  'Windows',
  'macOS',
  'Linux',
  'ChromeOS',
  'Android',
  'iOS',
  'iPadOS',
]);

function isOld({ deviceType, os, browser, browserVersion }: DeviceFacts): boolean {
  if (deviceType === 'tv' || os === undefined || !renewedSystems.has(os)) return false;
  const limit = browser === undefined ? undefined : oldMajors.get(browser);
  const major = majorOf(browserVersion);
  return limit !== undefined && major >= 0 && major <= limit;
}

/** A browser knows which system it runs on; a program that copied an agent often does not. */
function contradicts(hints: Hints, { os, deviceType }: DeviceFacts): boolean {
  const hinted = systemOfHint(hints);
  if (hinted !== undefined && os !== undefined && hinted !== os) return !isDesktopView(hinted, os);
  return hints.mobile === '?1' && (os === 'Windows' || os === 'macOS') && deviceType === 'desktop';
}

// Phones and tablets that ask for the desktop page say Linux in one place and Android in the other.
const alike: ReadonlySet<string> = new Set(['Android', 'ChromeOS', 'Linux', 'Tizen', 'webOS', 'HarmonyOS']);

function isDesktopView(hinted: string, os: string): boolean {
  return alike.has(hinted) && alike.has(os);
}
