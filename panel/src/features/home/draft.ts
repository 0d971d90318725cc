import { useMemo } from 'react';
import type { RequestKeys } from '../../lib/api/request-keys.ts';
import { useDraftKey } from '../../lib/forms/use-draft-key.ts';
import { createStore, useStore } from '../../lib/api/store.ts';

export type LinkDraft = {
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
  /** ID of the existing affiliate network whose name was typed; empty for a new network. */
  networkId: string;
  destination: 'offer' | 'landing';
  landingUrl: string;
  /** Idempotency keys of attempts, so that a retry after a lost response returns the same campaign. */
  keys: RequestKeys;
};

export type DraftField = Exclude<keyof LinkDraft, 'networkId' | 'keys'>;

export const emptyDraft: LinkDraft = {
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
  networkId: '',
  destination: 'offer',
  landingUrl: '',
  keys: {},
};

type DraftStore = {
  get: () => LinkDraft;
  subscribe: (listener: () => void) => () => void;
  change: (changed: Partial<LinkDraft>) => void;
  clear: () => void;
};

/**
 * Keeps a draft in the tab's storage, so that a reload, a server failure or a visit to another screen loses only
 * secrets. Each change is stored immediately instead of in a React effect. A write delayed until after `clear` would
 * restore the finished draft, and the next link would start from it.
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
export function useDraft(): Pick<DraftStore, 'change' | 'clear'> & { draft: LinkDraft } {
  const key = useDraftKey('link');
  const store = useMemo(() => {
    const known = stores.get(key) ?? createDraftStore(key, sessionStorage);
    stores.set(key, known);
    return known;
  }, [key]);
  return { draft: useStore(store), change: store.change, clear: store.clear };
}

function write(key: string, draft: LinkDraft, storage: Storage): void {
  try {
    storage.setItem(key, JSON.stringify({ ...draft, own: {} }));
  } catch {
    // If storage is full or disabled, the draft lasts until the page is reloaded.
  }
}

function readDraft(key: string, storage: Storage): LinkDraft {
  try {
    return { ...emptyDraft, ...(JSON.parse(storage.getItem(key) ?? '{}') as Partial<LinkDraft>) };
  } catch {
    return emptyDraft;
  }
}
