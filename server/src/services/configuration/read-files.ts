import type { PostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import type { OutboundRule } from '../../domain/outbound/address-policy.ts';
import { judgeOutboundUrl } from '../../domain/outbound/judge-url.ts';
import { judgeRequest } from '../../domain/postbacks/postback-request.ts';
import type { CampaignEntry, Entries, Settings, TrafficSourceEntry } from './entries.ts';
import type { EntryIssue, EntryReading } from './entry-fields.ts';
import { kindFacts, kinds, settingsFile, type Kind } from './kinds.ts';
import { readCampaignEntry } from './read-campaign-entry.ts';
import {
  readAffiliateNetworkEntry,
  readDomainEntry,
  readLandingEntry,
  readOfferEntry,
  readTrafficSourceEntry,
} from './read-record-entries.ts';
import { readRotatorEntry } from './read-rotator-entry.ts';
import { readSettings } from './read-settings.ts';
import { readYaml, type Mistake, type YamlFile } from './read-yaml.ts';

export type ConfigurationFiles = ReadonlyMap<string, Uint8Array>;

export type GivenConfiguration = {
  settings: Settings | undefined;
  entries: { [Name in Kind]?: IndexedEntry<Name>[] };
  /** Keys of invalid records, so that references to these records are not reported as additional errors. */
  brokenKeys: Record<Kind, Set<string>>;
  mistakes: Mistake[];
  mistakeAt: (kind: Kind, index: number, issue: EntryIssue) => Mistake;
};

export type IndexedEntry<Name extends Kind = Kind> = { index: number; entry: Entries[Name] };

const readers: { [Name in Kind]: (input: unknown) => EntryReading<Entries[Name]> } = {
  affiliateNetworks: readAffiliateNetworkEntry,
  trafficSources: readTrafficSourceEntry,
  landings: readLandingEntry,
  offers: readOfferEntry,
  rotators: readRotatorEntry,
  domains: readDomainEntry,
  campaigns: readCampaignEntry,
};

export function readFiles(files: ConfigurationFiles, allow: readonly OutboundRule[]): GivenConfiguration {
  const mistakes = listUnknownFiles(files);
  const settings = readSettingsFile(files.get(settingsFile), mistakes);
  const entries: GivenConfiguration['entries'] = {};
  const brokenKeys = Object.fromEntries(kinds.map((kind) => [kind, new Set<string>()])) as Record<
    Kind,
    Set<string>
  >;
  const read = new Map<Kind, YamlFile>();
  for (const kind of kinds) {
    const bytes = files.get(kindFacts[kind].file);
    if (bytes === undefined) continue;
    const file = readYaml(kindFacts[kind].file, bytes);
    read.set(kind, file);
    mistakes.push(...file.mistakes);
    const list = readList(kind, { file, allow, mistakes, broken: brokenKeys[kind] });
    Object.assign(entries, { [kind]: list });
  }
  const mistakeAt = (kind: Kind, index: number, { path, message }: EntryIssue): Mistake =>
    read.get(kind)?.mistakeAt([index, ...path], message) ?? absent(kindFacts[kind].file, message);
  return { settings, entries, brokenKeys, mistakes, mistakeAt };
}

/** Reports unknown files. Otherwise, a file with a misspelled name would be silently ignored. */
function listUnknownFiles(files: ConfigurationFiles): Mistake[] {
  const known = [settingsFile, ...kinds.map((kind) => kindFacts[kind].file)];
  return [...files.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => absent(name, `is not a configuration file; expected ${known.join(', ')}`));
}

function readSettingsFile(bytes: Uint8Array | undefined, mistakes: Mistake[]): Settings | undefined {
  if (bytes === undefined) {
    mistakes.push(absent(settingsFile, 'is missing; it sets the format version'));
    return undefined;
  }
  const file = readYaml(settingsFile, bytes);
  mistakes.push(...file.mistakes);
  if (file.mistakes.length > 0) return undefined;
  const reading = readSettings(file.content);
  if ('entry' in reading) return reading.entry;
  for (const { path, message } of reading.issues)
    mistakes.push({ ...file.mistakeAt(path, message), field: path.join('.') });
  return undefined;
}

type ListReading = {
  file: YamlFile;
  allow: readonly OutboundRule[];
  mistakes: Mistake[];
  broken: Set<string>;
};

function readList<Name extends Kind>(
  kind: Name,
  { file, allow, mistakes, broken }: ListReading,
): IndexedEntry<Name>[] {
  const content = file.content ?? [];
  if (!Array.isArray(content)) {
    mistakes.push(file.mistakeAt([], 'must be a list with a dash before each item'));
    return [];
  }
  const entries: IndexedEntry<Name>[] = [];
  const keys = new Set<string>();
  for (const [index, item] of content.entries()) {
    const refuse = ({ path, message }: EntryIssue) =>
      mistakes.push(file.mistakeAt([index, ...path], message));
    const reading = readers[kind](item);
    if ('issues' in reading) {
      for (const issue of reading.issues) refuse(issue);
      broken.add(likelyKey(item));
      continue;
    }
    const { entry } = reading;
    for (const issue of judgePostbacks(kind, entry, allow)) refuse(issue);
    if (keys.has(entry.key)) refuse({ path: ['name'], message: repeatedKey(kind, entry.key) });
    keys.add(entry.key);
    entries.push({ index, entry });
  }
  return entries;
}

function likelyKey(item: unknown): string {
  const { key, name, host } = (item ?? {}) as { key?: unknown; name?: unknown; host?: unknown };
  const text = key ?? name ?? host;
  return typeof text === 'string' ? text.trim() : '';
}

function repeatedKey(kind: Kind, key: string): string {
  return kind === 'domains'
    ? `${key} is already in the list`
    : `another ${kindFacts[kind].label} is named ${JSON.stringify(key)}; add a key, such as ${JSON.stringify(`${key} (2)`)}`;
}

/** Checks postback URLs as the API does, and reports errors with their position in the file. */
function judgePostbacks<Name extends Kind>(
  kind: Name,
  entry: Entries[Name],
  allow: readonly OutboundRule[],
): EntryIssue[] {
  const judge = (url: string | null, path: EntryIssue['path']): EntryIssue[] => {
    const verdict = url === null ? undefined : judgeOutboundUrl(url, allow);
    return verdict === undefined || verdict.ok ? [] : [{ path, message: verdict.reason }];
  };
  const judgeAll = (given: PostbackRequest & { postbackUrl: string | null }, path: EntryIssue['path']) => [
    ...judge(given.postbackUrl, [...path, 'postbackUrl']),
    ...judgeRequest(given).map((issue) => ({
      path: [...path, ...issue.path.split('.')],
      message: issue.message,
    })),
  ];
  if (kind === 'trafficSources') return judgeAll(entry as TrafficSourceEntry, []);
  if (kind !== 'campaigns') return [];
  const { postbackUrl, goals } = entry as CampaignEntry;
  return [
    ...judge(postbackUrl, ['postbackUrl']),
    ...goals.flatMap(({ actions }, goal) =>
      actions.flatMap((action, at) => judgeAll(action, ['goals', goal, 'actions', at])),
    ),
  ];
}

function absent(file: string, message: string): Mistake {
  return { file, line: 1, column: 1, field: '', message };
}
