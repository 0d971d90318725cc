import type { SearchedType } from '@waypost/contract/campaigns/search.ts';

const verbs = {
  pause: { label: 'Pause', words: ['pause', 'stop'] },
  resume: { label: 'Resume', words: ['resume', 'activate', 'start'] },
  duplicate: { label: 'Duplicate', words: ['duplicate', 'copy', 'clone'] },
} as const;
export type RecordVerb = keyof typeof verbs;

const allVerbs = Object.keys(verbs) as RecordVerb[];
const duplicated: ReadonlySet<SearchedType> = new Set([
  'campaign',
  'traffic-source',
  'offer',
  'landing',
  'rotator',
  'affiliate-network',
]);

export type FoundRecord = {
  type: SearchedType;
  id: string;
  name: string;
  isArchived: boolean;
  isPaused: boolean;
};

// Splits “pause spring” into the verb and the searched text.
export function readVerb(typed: string): { verb: RecordVerb | undefined; rest: string } {
  const text = typed.trim();
  const [, first = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(text) ?? [];
  const verb = allVerbs.find((one) => verbs[one].words.some((word) => word === first.toLowerCase()));
  return verb === undefined ? { verb, rest: text } : { verb, rest };
}

type RecordAction = { verb: RecordVerb; record: FoundRecord; label: string };

// Returns what can be done with a found record. Archived records have no actions.
export function listRecordActions(record: FoundRecord): RecordAction[] {
  if (record.isArchived) return [];
  const possible: RecordVerb[] = [
    ...(record.type === 'campaign' ? [record.isPaused ? ('resume' as const) : ('pause' as const)] : []),
    ...(duplicated.has(record.type) ? (['duplicate'] as const) : []),
  ];
  return possible.map((verb) => ({ verb, record, label: `${verbs[verb].label} ${record.name}` }));
}
