import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordStep, redoStep, shortcutOf, stepsFor, undoStep, type History } from './history.ts';

const empty: History<string> = { version: 3, past: [], future: [], tag: undefined };

/** Form with a history. Like the real editor, it filters the history before every action. */
class Editor {
  history: History<string> = empty;
  version: number | undefined = 3;
  values: string;
  saved: string;

  constructor(values: string) {
    this.values = values;
    this.saved = values;
  }
  private steps() {
    return stepsFor(this.history, { version: this.version, isDirty: this.values !== this.saved });
  }
  type(values: string, tag?: string) {
    this.history = recordStep(this.steps(), this.values, tag);
    this.values = values;
  }
  undo() {
    return this.move(undoStep);
  }
  redo() {
    return this.move(redoStep);
  }
  private move(step: typeof undoStep<string>) {
    const moved = step(this.steps(), this.values);
    if (moved === undefined) return false;
    this.history = moved.history;
    this.values = moved.to;
    return true;
  }
  save() {
    this.saved = this.values;
    this.version = (this.version ?? 0) + 1;
  }
  discard() {
    this.values = this.saved;
  }
}

function editorWith(...typed: string[]): Editor {
  const editor = new Editor('');
  for (const values of typed) editor.type(values);
  return editor;
}

describe('undo and redo', () => {
  it('walk through every change, in both directions', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 }), (typed) => {
        // The number distinguishes each state from the previous state and from the saved state.
        const states = ['', ...typed.map((text, at) => `${at}${text}`)];
        const editor = editorWith(...states.slice(1));
        for (const state of states.slice(0, -1).toReversed()) {
          expect(editor.undo()).toBe(true);
          expect(editor.values).toBe(state);
        }
        expect(editor.undo()).toBe(false);
        for (const state of states.slice(1)) {
          expect(editor.redo()).toBe(true);
          expect(editor.values).toBe(state);
        }
        expect(editor.redo()).toBe(false);
      }),
    );
  });

  it('do nothing in an untouched form', () => {
    const editor = editorWith();
    expect([editor.undo(), editor.redo(), editor.values]).toEqual([false, false, '']);
  });

  it('drop the undone changes once something else is typed', () => {
    const editor = editorWith('a', 'b');
    editor.undo();
    editor.type('c');
    expect(editor.redo()).toBe(false);
    editor.undo();
    expect(editor.values).toBe('a');
  });

  it('keep the last 200 steps', () => {
    const editor = editorWith(...Array.from({ length: 205 }, (_, at) => `${at}`));
    let undone = 0;
    while (editor.undo()) undone += 1;
    expect([undone, editor.values]).toEqual([200, '4']);
  });
});

describe('recordStep', () => {
  it('combines consecutive changes with the same tag into one step', () => {
    const editor = new Editor('');
    for (const text of ['n', 'na', 'nam', 'name']) editor.type(text, 'name');
    editor.undo();
    expect(editor.values).toBe('');
  });

  it('starts a new step for a different tag, and for each change without a tag', () => {
    const editor = new Editor('');
    editor.type('a', 'name');
    editor.type('b', 'url');
    editor.type('c');
    editor.type('d');
    expect(editor.history.past).toEqual(['', 'a', 'b', 'c']);
  });

  it('starts a new step after an undo, even with the same tag', () => {
    const editor = new Editor('');
    editor.type('a', 'name');
    editor.type('b', 'url');
    editor.undo();
    editor.type('ab', 'name');
    expect(editor.history.past).toEqual(['', 'a']);
  });
});

describe('stepsFor', () => {
  it('keeps the undone changes if all of them are undone', () => {
    const editor = editorWith('a', 'b');
    editor.undo();
    editor.undo();
    expect(editor.redo()).toBe(true);
    expect(editor.values).toBe('a');
  });

  it.each(['save', 'discard'] as const)(
    'clears all steps on %s, even if some changes are undone',
    (action) => {
      const editor = editorWith('a', 'b', 'c');
      editor.undo();
      editor[action]();
      expect([editor.undo(), editor.redo()]).toEqual([false, false]);
    },
  );

  it('clears the undone changes if a newer version is shown, so that redo does not revert it', () => {
    const editor = editorWith('a');
    editor.undo();
    editor.version = 4;
    expect(editor.redo()).toBe(false);
  });

  it('clears the steps if the typed values now belong to a newer version, so that undo does not revert it', () => {
    const editor = editorWith('a', 'b');
    editor.version = 4;
    expect(editor.undo()).toBe(false);
    editor.type('c');
    expect(editor.history).toEqual({ version: 4, past: ['b'], future: [], tag: undefined });
  });

  it('returns the same object while the steps apply, so that they are not written again', () => {
    const history = { ...empty, past: ['a'] };
    expect(stepsFor(history, { version: 3, isDirty: true })).toBe(history);
  });
});

describe('shortcutOf', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  it.each([
    ['Ctrl+Z', { key: 'z', ctrlKey: true }, 'undo'],
    ['Command+Z', { key: 'z', metaKey: true }, 'undo'],
    ['Ctrl+Shift+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
    ['Command+Shift+Z', { key: 'Z', metaKey: true, shiftKey: true }, 'redo'],
    ['Ctrl+Y', { key: 'y', ctrlKey: true }, 'redo'],
    ['Ctrl+Z with Caps Lock', { key: 'Z', ctrlKey: true }, 'undo'],
    ['Z alone', { key: 'z' }, undefined],
    ['AltGr+Z, which types a character', { key: 'z', ctrlKey: true, altKey: true }, undefined],
    ['Ctrl+S', { key: 's', ctrlKey: true }, undefined],
  ])('reads $0 as $2', (_, keys, expected) => {
    expect(shortcutOf({ ...none, ...keys })).toBe(expected);
  });
});
