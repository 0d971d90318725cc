import type { Virtualizer } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent, type RefObject } from 'react';

const pageRows = 10;

export function useRowKeys(
  items: readonly { id: string }[],
  {
    virtual,
    scroll,
    toggle,
  }: {
    virtual: Virtualizer<HTMLDivElement, Element>;
    scroll: RefObject<HTMLDivElement | null>;
    toggle: (index: number, isRange: boolean) => void;
  },
): {
  reachedId: string | undefined;
  reach: (id: string) => void;
  onKeyDown: (event: KeyboardEvent, index: number) => void;
} {
  const [reachedId, reach] = useState<string>();
  const go = (index: number) => {
    const item = items[Math.min(Math.max(index, 0), items.length - 1)];
    if (item === undefined) return;
    virtual.scrollToIndex(items.indexOf(item));
    reach(item.id);
    // The focus moves after two frames, when the row has been rendered.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroll.current?.querySelector<HTMLElement>(`[data-row="${item.id}"]`)?.focus({ preventScroll: true }),
      ),
    );
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = targetOf(event.key, index, items.length);
    if (target !== undefined) go(target);
    else if (event.key === 'Enter') event.currentTarget.querySelector('a')?.click();
    else if (event.key === ' ') toggle(index, event.shiftKey);
    else return;
    event.preventDefault();
  };
  // A row that is filtered out can no longer have the focus.
  const isThere = items.some(({ id }) => id === reachedId);
  return { reachedId: isThere ? reachedId : undefined, reach, onKeyDown };
}

function targetOf(key: string, index: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: count - 1,
  };
  return steps[key];
}
