import { describe, expect, it, vi } from 'vitest';
import { replaceOnType } from './replace-on-type.ts';

/** Returns an event for a select field. */
function eventOn(field: HTMLInputElement, more: object = {}) {
  return { currentTarget: field, target: field, button: 0, preventDefault: vi.fn(), ...more } as never;
}

function fieldOf({ isOpen = false, readOnly = false } = {}) {
  const select = vi.fn();
  const focus = vi.fn();
  const field = {
    readOnly,
    select,
    focus,
    getAttribute: () => String(isOpen),
  } as unknown as HTMLInputElement;
  return { field, select, focus };
}

const press = (field: HTMLInputElement, key: string, more: object = {}) =>
  replaceOnType.onKeyDown(eventOn(field, { key, ctrlKey: false, metaKey: false, altKey: false, ...more }));

describe('replaceOnType', () => {
  it.each(['a', 'é', '😀', 'ArrowDown', 'ArrowUp', 'Process', 'Unidentified'])(
    'selects the shown value when %s is pressed in a closed field, so that it is replaced',
    (key) => {
      const { field, select } = fieldOf();
      press(field, key);
      expect(select).toHaveBeenCalledOnce();
    },
  );

  it.each(['Tab', 'Enter', 'Escape', 'Backspace', 'Shift', 'F5'])(
    'keeps the caret when %s is pressed',
    (key) => {
      const { field, select } = fieldOf();
      press(field, key);
      expect(select).not.toHaveBeenCalled();
    },
  );

  it.each(['ctrlKey', 'metaKey', 'altKey'])('ignores shortcuts with %s', (modifier) => {
    const { field, select } = fieldOf();
    press(field, 'c', { [modifier]: true });
    expect(select).not.toHaveBeenCalled();
  });

  it('appends to the search text while the list is open', () => {
    const { field, select } = fieldOf({ isOpen: true });
    press(field, 'a');
    replaceOnType.onPaste(eventOn(field));
    expect(select).not.toHaveBeenCalled();
  });

  it('selects the value on focus and on paste into a closed field', () => {
    const { field, select } = fieldOf();
    replaceOnType.onFocus(eventOn(field));
    replaceOnType.onPaste(eventOn(field));
    expect(select).toHaveBeenCalledTimes(2);
  });

  it('never selects the text of a select without search', () => {
    const { field, select, focus } = fieldOf({ readOnly: true });
    replaceOnType.onFocus(eventOn(field));
    replaceOnType.onMouseDown(eventOn(field));
    press(field, 'a');
    expect([select.mock.calls, focus.mock.calls]).toEqual([[], []]);
  });

  it('lets a click place the caret only while the field contains search text', () => {
    const { field, select } = fieldOf({ isOpen: true });
    const click = () => {
      const preventDefault = vi.fn();
      replaceOnType.onMouseDown(eventOn(field, { preventDefault }));
      return preventDefault.mock.calls.length > 0;
    };
    expect(click()).toBe(true);
    replaceOnType.onInput(eventOn(field));
    expect(click()).toBe(false);
    expect(select).toHaveBeenCalledOnce();
    // Focusing the field again shows the selected value.
    replaceOnType.onFocus(eventOn(field));
    expect(click()).toBe(true);
  });

  it('ignores other mouse buttons', () => {
    const { field, focus } = fieldOf();
    replaceOnType.onMouseDown(eventOn(field, { button: 2 }));
    expect(focus).not.toHaveBeenCalled();
  });
});
