import type { Virtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { opensMenu, targetOf } from './row-actions.ts';

type KeyOptions = {
  virtual: Virtualizer<HTMLDivElement, Element>;
  scroll: RefObject<HTMLDivElement | null>;
  toggle: (index: number, isRange: boolean) => void;
  // Undefined if rows have no menu.
  menu: ((index: number, anchor: HTMLElement) => void) | undefined;
  // Returns the row that an arrow key moves to, true if the key opened or closed the row, or undefined.
  treeStep: (key: string, index: number) => number | true | undefined;
};

export function useRowKeys(
  items: readonly { id: string }[],
  { virtual, scroll, toggle, menu, treeStep }: KeyOptions,
): {
  reachedId: string | undefined;
  reach: (id: string) => void;
  onKeyDown: (event: KeyboardEvent, index: number) => void;
} {
  const [reachedId, reach] = useState<string>();
  const go = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    virtual.scrollToIndex(index);
    reach(item.id);
    // The focus moves after two frames, when the row is rendered.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroll.current
          ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(item.id)}"]`)
          ?.focus({ preventScroll: true }),
      ),
    );
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(event.key, index);
    if (step === true) {
      event.preventDefault();
      return;
    }
    const target = step ?? targetOf(event.key, index, items.length);
    if (target !== undefined) go(target);
    else if (menu !== undefined && opensMenu(event)) menu(index, event.currentTarget as HTMLElement);
    else if (event.key === 'Enter') event.currentTarget.querySelector('a')?.click();
    else if (event.key === ' ') toggle(index, event.shiftKey);
    else return;
    event.preventDefault();
  };
  // A row that is filtered out can no longer have the focus.
  const isThere = items.some(({ id }) => id === reachedId);
  return { reachedId: isThere ? reachedId : undefined, reach, onKeyDown };
}
