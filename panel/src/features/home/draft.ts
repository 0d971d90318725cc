import { useCallback, useState } from 'react';
import type { RequestKeys } from '../../lib/keyed-fetch.ts';

/** What was made of a link so far: a step that is here is not made again. */
export type Made = {
  network?: MadeRecord;
  source?: MadeRecord;
  offer?: MadeRecord;
  landing?: MadeRecord;
  rotator?: MadeRecord;
  campaign?: MadeRecord;
};
export type MadeRecord = {
  id: string;
  version: number;
  /** A digest of what it was made of: with other wishes it is changed. */
  of: string;
};

export type Draft = {
  /** `template:ID`, `source:ID`, or `other` for one that is typed in. */
  source: string;
  sourceName: string;
  sourceParam: string;
  sourceMacro: string;
  /** What the template's postback needs of the account, by placeholder: secrets are among it, so it is not kept. */
  own: Record<string, string>;
  /** The id of one that there is; empty for a new one. */
  offer: string;
  offerUrl: string;
  clickParam: string;
  payout: string;
  network: string;
  destination: 'offer' | 'landing';
  landingUrl: string;
  made: Made;
  keys: RequestKeys;
};

export const emptyDraft: Draft = {
  source: '',
  sourceName: '',
  sourceParam: '',
  sourceMacro: '',
  own: {},
  offer: '',
  offerUrl: '',
  clickParam: '',
  payout: '',
  network: '',
  destination: 'offer',
  landingUrl: '',
  made: {},
  keys: {},
};

type KeptDraft = {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  clear: () => void;
};

/**
 * What was typed, kept for this tab: a reload, a failing server or a look at another screen loses none of it,
 * but for what is secret.
 */
export function useDraft(workspaceId: string): KeptDraft {
  const place = `waypost.link.${workspaceId}`;
  const [draft, setDraft] = useState(() => read(place));
  const change = useCallback(
    (changed: Partial<Draft>) =>
      setDraft((before) => {
        const after = { ...before, ...changed };
        sessionStorage.setItem(place, JSON.stringify({ ...after, own: {} }));
        return after;
      }),
    [place],
  );
  const clear = useCallback(() => {
    sessionStorage.removeItem(place);
    setDraft(emptyDraft);
  }, [place]);
  return { draft, change, clear };
}

function read(place: string): Draft {
  try {
    return { ...emptyDraft, ...(JSON.parse(sessionStorage.getItem(place) ?? '{}') as Partial<Draft>) };
  } catch {
    return emptyDraft;
  }
}
