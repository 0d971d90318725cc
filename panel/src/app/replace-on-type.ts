import type { ClipboardEvent, FocusEvent, FormEvent, KeyboardEvent, MouseEvent } from 'react';

/** Fields whose text is search text instead of the selected value. */
const searching = new WeakSet<HTMLInputElement>();

/**
 * Event handlers for every searchable select. The field shows the selected value, to which typed text would be
 * appended. Opening the list or typing into a closed field therefore selects the text first.
 */
export const replaceOnType = {
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>): void => selectValue(currentTarget),
  // Without this handler, the browser would place the caret at the mouse position and clear the selection.
  onMouseDown: (event: MouseEvent<HTMLInputElement>): void => {
    const { button, currentTarget } = event;
    if (button !== 0 || currentTarget.readOnly) return;
    if (!isClosed(currentTarget) && searching.has(currentTarget)) return;
    event.preventDefault();
    currentTarget.focus();
    selectValue(currentTarget);
  },
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isTyped(event.key)) return;
    if (isClosed(event.currentTarget)) selectValue(event.currentTarget);
  },
  onPaste: ({ currentTarget }: ClipboardEvent<HTMLInputElement>): void => {
    if (isClosed(currentTarget)) selectValue(currentTarget);
  },
  onInput: ({ currentTarget }: FormEvent<HTMLInputElement>): void => void searching.add(currentTarget),
};

function isClosed(field: HTMLInputElement): boolean {
  return field.getAttribute('aria-expanded') !== 'true';
}

function isTyped(key: string): boolean {
  return /^.$/u.test(key) || ['Process', 'Unidentified', 'ArrowDown', 'ArrowUp'].includes(key);
}

/** Selects the text of a field. Skips read-only fields, because they belong to selects without search. */
function selectValue(field: HTMLInputElement): void {
  searching.delete(field);
  if (!field.readOnly) field.select();
}
