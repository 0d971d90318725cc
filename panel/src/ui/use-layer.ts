import { useEffect, useLayoutEffect, useState } from 'react';

/** Open dialogs, drawers and popovers, each above those before it. */
const layers: object[] = [];

/**
 * Wraps what closes a dialog or drawer, so that Escape closes only the topmost layer. Each of Mantine's dialogs listens to
 * Escape by itself and does not know of the others.
 */
export function useLayer(isOpen: boolean, close: () => void): () => void {
  const isTop = useIsTop(isOpen);
  return () => {
    if (isTop()) close();
  };
}

/** Makes a popover a layer: Escape closes it and nothing below it, wherever the focus is. */
export function usePopoverLayer(isOpen: boolean, close: () => void): void {
  const isTop = useIsTop(isOpen);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && isTop()) close();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}

function useIsTop(isOpen: boolean): () => boolean {
  const [layer] = useState<object>(() => ({}));
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    layers.push(layer);
    return () => {
      // Later: the layer below still has to hear of the key that closed this one, and must not close with it.
      setTimeout(() => layers.splice(layers.lastIndexOf(layer), 1));
    };
  }, [isOpen, layer]);
  return () => layers.at(-1) === layer;
}
