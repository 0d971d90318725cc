import { isStorableText, unstorableText } from '@waypost/contract/values/text.ts';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Pair,
  type ParsedNode,
  type YAMLMap,
} from 'yaml';
import { describeError } from '../../platform/errors.ts';

/** Error in a file. Lines and columns start at 1. */
export type Mistake = { file: string; line: number; column: number; field: string; message: string };

export type YamlFile = {
  content: unknown;
  mistakes: Mistake[];
  mistakeAt: (path: readonly (string | number)[], message: string) => Mistake;
};

// Far more than the largest workspace needs. The size is limited because the content is held in memory several times.
const bytesMax = 64 * 1024 * 1024;

const mistakesMax = 1_000;

/** Parses a YAML file. Rejects tags, anchors and aliases, which an export never writes. */
export function readYaml(file: string, bytes: Uint8Array): YamlFile {
  const lines = new LineCounter();
  const mistakeFrom = (offset: number, field: string, message: string): Mistake => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col), field, message };
  };
  const unreadable = (message: string): YamlFile => {
    const mistake = { file, line: 1, column: 1, field: '', message };
    return { content: undefined, mistakes: [mistake], mistakeAt: () => mistake };
  };
  if (bytes.length > bytesMax) return unreadable(`is larger than ${bytesMax / 1024 / 1024} MiB`);
  const text = decode(bytes);
  if (text === undefined) return unreadable('is not valid UTF-8');
  try {
    // `uniqueKeys` is off, because the library would compare every key with every other key, which takes minutes for a
    // large file.
    const options = { lineCounter: lines, prettyErrors: false, merge: false, uniqueKeys: false };
    const document = parseDocument(text, options);
    // The number of errors is limited, because a file that contains only quotes has one error per character.
    const mistakes = [
      ...document.errors.map(({ pos: [offset], message }) => mistakeFrom(offset, '', message)),
      ...listUnwanted(document).map(({ offset, message }) => mistakeFrom(offset, '', message)),
    ].slice(0, mistakesMax);
    return {
      content: mistakes.length === 0 ? (document.toJS() as unknown) : undefined,
      mistakes,
      mistakeAt: (path, message) =>
        mistakeFrom(findOffset(document.contents, path), path.slice(1).join('.'), message),
    };
  } catch (error) {
    // Deeply nested brackets overflow the stack of the parser.
    return unreadable(`cannot be read: ${describeError(error)}`);
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function listUnwanted(document: Document.Parsed): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = [];
  visit(document, {
    Node: (_key, node) => {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node)) found.push({ offset, message: 'must not be an alias; write the value out' });
      else if (node.anchor !== undefined)
        found.push({ offset, message: 'must not have an anchor; repeat the value instead' });
      if (!isAlias(node) && node.tag !== undefined) found.push({ offset, message: 'must not have a tag' });
      if (isScalar(node) && typeof node.value === 'string' && !isStorableText(node.value))
        found.push({ offset, message: unstorableText });
    },
    Map: (_key, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        const value = isScalar(key) ? key.value : key;
        if (seen.has(value)) found.push({ offset: rangeStart(key) ?? 0, message: 'duplicate key' });
        seen.add(value);
      }
    },
  });
  return found;
}

function findOffset(contents: ParsedNode | null, path: readonly (string | number)[]): number {
  let node: unknown = contents;
  let offset = contents?.range[0] ?? 0;
  for (const part of path) {
    if (isSeq(node)) {
      node = node.items[Number(part)];
      offset = rangeStart(node) ?? offset;
    } else if (isMap(node)) {
      const pair = pairsOf(node).get(String(part));
      if (pair === undefined) break;
      offset = rangeStart(pair.key) ?? offset;
      node = pair.value;
    } else break;
  }
  return offset;
}

const pairsOfMaps = new WeakMap<YAMLMap, Map<string, Pair>>();

function pairsOf(map: YAMLMap): Map<string, Pair> {
  const known = pairsOfMaps.get(map);
  if (known !== undefined) return known;
  const pairs = new Map<string, Pair>();
  for (const pair of map.items) if (isScalar(pair.key)) pairs.set(String(pair.key.value), pair);
  pairsOfMaps.set(map, pairs);
  return pairs;
}

function rangeStart(node: unknown): number | undefined {
  return (node as { range?: [number, number, number] | null } | undefined)?.range?.[0];
}
