import { rotatorRulesInput, type RotatorRulesInput } from '@waypost/contract/rotators/rotators.ts';
import { giveKeys } from '../../domain/configuration/give-keys.ts';
import { replaceInTree, replaceRecords } from './condition-names.ts';
import type { PathEntry, Routing } from './entries.ts';
import { describeIssue, reference, splitFields, type EntryIssue, type EntryReading } from './entry-fields.ts';
import { PlaceholderIds } from './placeholder-ids.ts';

export const defaultPathName = 'Default';

type Reader = { ids: PlaceholderIds; pathIds: Map<string, string>; issues: EntryIssue[] };

/** Converts paths and rules to API input, validates them with the schema of the API, and converts them back. */
export function readRouting(given: Record<string, unknown>): EntryReading<Routing> {
  const paths = given['paths'] ?? [{ name: defaultPathName }];
  const keys = Array.isArray(paths) ? paths.map(keyOfPath) : [];
  const reader: Reader = { ids: new PlaceholderIds(), pathIds: new Map(), issues: [] };
  namePaths(reader, paths, keys);
  const input = {
    version: 1,
    defaultPathId: pathId(reader, given['defaultPath'] ?? keys[0]),
    paths: mapList(paths, (path, index) => toPathInput(reader, path, index)),
    rules: mapList(given['rules'] ?? [], (rule, index) => toRuleInput(reader, rule, index)),
  };
  const parsed = rotatorRulesInput.safeParse(input);
  if (parsed.success && reader.issues.length === 0) return { entry: toRouting(reader, parsed.data, keys) };
  const refused = parsed.error?.issues.flatMap(describeIssue).map(renamePath) ?? [];
  return { issues: [...reader.issues, ...refused] };
}

/**
 * Checks the keys of paths. Path keys work like record keys: the name, followed by a number if several paths have the
 * same name.
 */
function namePaths(reader: Reader, paths: unknown, keys: (string | undefined)[]): void {
  const names = (Array.isArray(paths) ? paths : []).map((path) => keyOfPath({ name: nameOf(path) }) ?? '');
  const expectedKeys = giveKeys(names);
  const refuse = (index: number, message: string) =>
    reader.issues.push({ path: ['paths', index, 'key'], message });
  for (const [index, key] of keys.entries()) {
    if (key === undefined) continue;
    if (reader.pathIds.has(key))
      refuse(
        index,
        `is required because another path has the same name; must be ${JSON.stringify(expectedKeys[index])}`,
      );
    else if (names[index] !== '' && key !== expectedKeys[index])
      refuse(index, `must be ${JSON.stringify(expectedKeys[index])}`);
    reader.pathIds.set(key, `new-${index}`);
  }
}

function nameOf(path: unknown): unknown {
  return (path as { name?: unknown } | null)?.name;
}

function keyOfPath(path: unknown): string | undefined {
  const { key, name } = (path ?? {}) as { key?: unknown; name?: unknown };
  const text = reference.safeParse(key ?? name);
  return text.success ? text.data : undefined;
}

function pathId(reader: Reader, name: unknown): unknown {
  return typeof name === 'string' ? (reader.pathIds.get(name.trim()) ?? 'new-unknown') : name;
}

function toPathInput(reader: Reader, input: unknown, index: number): unknown {
  const issuePath = ['paths', index];
  const { fields, issues } = splitFields(
    input,
    ['key', 'name', 'enabled', 'blocks', 'caps', 'landings', 'offers'],
    issuePath,
  );
  reader.issues.push(...issues);
  if (fields === undefined) return input;
  const { key, landings, offers, ...rest } = fields;
  if (key !== undefined && !reference.safeParse(key).success)
    reader.issues.push({ path: [...issuePath, 'key'], message: 'must be text' });
  return {
    ...rest,
    id: `new-${index}`,
    landings: mapList(landings, (item, at) =>
      toItemInput(reader, item, { field: 'landing', issuePath: [...issuePath, 'landings', at] }),
    ),
    offers: mapList(offers, (item, at) =>
      toItemInput(reader, item, { field: 'offer', issuePath: [...issuePath, 'offers', at] }),
    ),
  };
}

function toItemInput(
  reader: Reader,
  input: unknown,
  { field, issuePath }: { field: 'landing' | 'offer'; issuePath: EntryIssue['path'] },
): unknown {
  const { fields, issues } = splitFields(input, [field, 'weight', 'enabled'], issuePath);
  reader.issues.push(...issues);
  if (fields === undefined) return input;
  const { [field]: name, ...rest } = fields;
  const kind = field === 'landing' ? 'landings' : 'offers';
  return { ...rest, [`${field}Id`]: typeof name === 'string' ? reader.ids.idOf(kind, name) : name };
}

function toRuleInput(reader: Reader, input: unknown, index: number): unknown {
  const issuePath = ['rules', index];
  const { fields, issues } = splitFields(input, ['name', 'enabled', 'conditions', 'paths'], issuePath);
  reader.issues.push(...issues);
  if (fields === undefined) return input;
  const paths = mapList(fields['paths'], (item, at) => {
    const split = splitFields(item, ['path', 'weight'], [...issuePath, 'paths', at]);
    reader.issues.push(...split.issues);
    if (split.fields === undefined) return item;
    const { path, ...rest } = split.fields;
    return { ...rest, pathId: pathId(reader, path) };
  });
  const conditions = replaceRecords(fields['conditions'] ?? null, (kind, name) =>
    reader.ids.idOf(kind, name),
  );
  return { ...fields, conditions, paths };
}

function mapList(input: unknown, map: (item: unknown, index: number) => unknown): unknown {
  return Array.isArray(input) ? input.map((item: unknown, index) => map(item, index)) : input;
}

const fieldNames: Readonly<Record<string, string>> = {
  defaultPathId: 'defaultPath',
  pathId: 'path',
  landingId: 'landing',
  offerId: 'offer',
};

function renamePath({ path, message }: EntryIssue): EntryIssue {
  return { path: path.map((part) => fieldNames[part] ?? part), message };
}

function toRouting({ ids }: Reader, input: RotatorRulesInput, keys: (string | undefined)[]): Routing {
  const keyOf = (id: string) => keys[Number(id.slice('new-'.length))] ?? '';
  return {
    defaultPath: keyOf(input.defaultPathId),
    paths: input.paths.map(({ name, enabled, blocks, caps, landings, offers }, index): PathEntry => ({
      key: keys[index] ?? name,
      name,
      enabled,
      blocks,
      caps,
      landings: landings.map(({ landingId, ...item }) => ({ landing: ids.nameOf(landingId), ...item })),
      offers: offers.map(({ offerId, ...item }) => ({ offer: ids.nameOf(offerId), ...item })),
    })),
    rules: input.rules.map(({ name, enabled, conditions, paths }) => ({
      name,
      enabled,
      conditions: replaceInTree(conditions, (_kind, id) => ids.nameOf(id)),
      paths: paths.map(({ pathId: id, weight }) => ({ path: keyOf(id), weight })),
    })),
  };
}
