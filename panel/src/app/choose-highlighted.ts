import type { KeyboardEvent } from 'react';

// Mantine keeps the position in the list separately from the highlight, and a timer resets it after the list opens. If
// a busy browser runs that timer after an arrow key, Enter submits the form instead of selecting the highlighted
// option. This handler runs before Mantine's.
export function chooseHighlighted(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLElement))
    return;
  const listId = event.target.getAttribute('aria-controls');
  if (listId === null) return;
  const highlighted = document.querySelector<HTMLElement>(`#${CSS.escape(listId)} [data-combobox-selected]`);
  if (highlighted === null) return;
  event.preventDefault();
  event.stopPropagation();
  highlighted.click();
}
