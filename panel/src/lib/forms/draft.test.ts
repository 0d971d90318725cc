import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropDrafts, readDraft, readSteps, writeDraft, writeSteps } from './draft.ts';

const draft = { version: 3, base: { name: 'a' }, values: { name: 'b' } };
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  writeSteps('k', undefined);
});

describe('drafts', () => {
  it('are read as they were written, by key', () => {
    writeDraft('k', draft);
    expect(readDraft('k')).toEqual(draft);
    expect(readDraft('other')).toBeUndefined();
  });

  it('of a new record have no version after a reload', () => {
    writeDraft('k', { ...draft, version: undefined });
    expect(readDraft<{ name: string }>('k')?.version).toBeUndefined();
  });

  it('are removed once they are saved', () => {
    writeDraft('k', draft);
    writeDraft('k', undefined);
    expect(stored.size).toBe(0);
  });

  it('that are damaged are ignored', () => {
    stored.set('k', '{"version":3,');
    expect(readDraft('k')).toBeUndefined();
  });

  it('are removed on sign-out, together with the undo steps', () => {
    writeDraft('k', draft);
    writeSteps('k', ['step']);
    dropDrafts();
    expect([readDraft('k'), readSteps('k')]).toEqual([undefined, undefined]);
  });
});

describe('without storage', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };

  it('drafts are neither read nor written, and nothing fails', () => {
    vi.stubGlobal('sessionStorage', { getItem: denied, setItem: denied, removeItem: denied, clear: denied });
    writeDraft('k', draft);
    writeDraft('k', undefined);
    expect(readDraft('k')).toBeUndefined();
  });

  it('sign-out still removes the undo steps and continues', () => {
    vi.stubGlobal('sessionStorage', { clear: denied });
    writeSteps('k', ['step']);
    dropDrafts();
    expect(readSteps('k')).toBeUndefined();
  });
});

describe('undo steps', () => {
  it('are kept by key until they are removed', () => {
    writeSteps('k', [1, 2]);
    expect([readSteps('k'), readSteps('other')]).toEqual([[1, 2], undefined]);
    writeSteps('k', undefined);
    expect(readSteps('k')).toBeUndefined();
  });
});
