import { useMemo } from 'react';
import type { RequestKeys } from '../../lib/request-keys.ts';
import { useDraftKey } from '../../lib/record-form/use-draft-key.ts';
import { createStore, useStore } from '../../lib/store.ts';

/** Types of records to create before the campaign. Each type comes after the types that it refers to. */
export const steps = ['network', 'source', 'offer', 'landing', 'rotator'] as const;
export type Step = (typeof steps)[number];

export type CreatedRecord = {
  step: Step;
  id: string;
  version: number;
  /** Digest of the input that the record was created from. */
  of: string;
};

export type Draft = {
  /** `template:ID`, `source:ID`, or `other` for a source that the user describes in the form. */
  source: string;
  sourceName: string;
  sourceParam: string;
  sourceMacro: string;
  /**
   * Account values for the template's postback, by placeholder. These values may be secret, so they are never stored.
   */
  own: Record<string, string>;
  /** ID of an existing offer; empty for a new offer. */
  offer: string;
  offerUrl: string;
  clickParam: string;
  payout: string;
  network: string;
  destination: 'offer' | 'landing';
  landingUrl: string;
  /** Records that failed attempts created. The next attempt reuses the records whose input has not changed. */
  made: CreatedRecord[];
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
  made: [],
  keys: {},
};

type DraftStore = {
  get: () => Draft;
  subscribe: (listener: () => void) => () => void;
  change: (changed: Partial<Draft>) => void;
  clear: () => void;
};

/**
 * Keeps a draft in the tab's storage, so that a reload, a server failure or a visit to another screen loses only
 * secrets. The draft is stored immediately and never while React renders, because a write delayed until after `clear`
 * would restore a finished draft, and the next link would start from that draft.
 */
export function createDraftStore(key: string, storage: Storage): DraftStore {
  const store = createStore(readDraft(key, storage));
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (changed) => {
      const draft = { ...store.get(), ...changed };
      write(key, draft, storage);
      store.set(draft);
    },
    clear: () => {
      storage.removeItem(key);
      store.set(emptyDraft);
    },
  };
}

const stores = new Map<string, DraftStore>();

/**
 * Returns the draft that all forms on the page share, so that a form opened while another form is saving sees the same
 * state.
 */
export function useDraft(): Pick<DraftStore, 'change' | 'clear'> & { draft: Draft } {
  const key = useDraftKey('link');
  const store = useMemo(() => {
    const known = stores.get(key) ?? createDraftStore(key, sessionStorage);
    stores.set(key, known);
    return known;
  }, [key]);
  return { draft: useStore(store), change: store.change, clear: store.clear };
}

function write(key: string, draft: Draft, storage: Storage): void {
  try {
    storage.setItem(key, JSON.stringify({ ...draft, own: {} }));
  } catch {
    // If storage is full or disabled, the draft lasts until the page is reloaded.
  }
}

function readDraft(key: string, storage: Storage): Draft {
  try {
    return { ...emptyDraft, ...(JSON.parse(storage.getItem(key) ?? '{}') as Partial<Draft>) };
  } catch {
    return emptyDraft;
  }
}
