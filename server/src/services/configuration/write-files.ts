import { Document, isScalar, visit } from 'yaml';
import { compactEntry, compactSettings } from './compact-entry.ts';
import type { EntryLists, Settings } from './entries.ts';
import { formatVersion, kindFacts, kinds, settingsFile, type Kind } from './kinds.ts';

/** Returns the contents of the files by file name. The same configuration always produces the same bytes. */
export function writeFiles(settings: Settings, entries: EntryLists): Map<string, string> {
  const files = new Map<string, string>();
  const head = 'Waypost workspace configuration, written by "waypost export" and read by "waypost import".';
  files.set(
    settingsFile,
    toYaml([head, 'The other files in this folder contain the records, one file per type.'], {
      format: formatVersion,
      workspace: compactSettings(settings),
    }),
  );
  for (const kind of kinds) {
    const { about, file } = kindFacts[kind];
    files.set(
      file,
      toYaml([about, 'Omitted fields have their default values.'], listOf(kind, entries[kind])),
    );
  }
  return files;
}

function listOf<Name extends Kind>(kind: Name, entries: EntryLists[Name]): unknown[] {
  const compact = compactEntry[kind] as (entry: EntryLists[Name][number]) => unknown;
  return entries.map(compact);
}

const inlineMax = 80;

function toYaml(comment: string[], content: unknown): string {
  // `compat` quotes values such as yes and 12:30, which YAML 1.1 parsers would misread.
  const document = new Document(content, { compat: 'yaml-1.1', aliasDuplicateObjects: false });
  visit(document, {
    Seq: (_key, list) => {
      list.flow = list.items.every(isScalar) && JSON.stringify(list.toJSON()).length <= inlineMax;
    },
  });
  document.commentBefore = comment.map((line) => ` ${line}`).join('\n');
  return document.toString({ lineWidth: 0, singleQuote: true, flowCollectionPadding: false });
}
