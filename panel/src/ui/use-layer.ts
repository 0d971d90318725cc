import { useEffect, useLayoutEffect, useState } from 'react';

const layers: object[] = [];

/**
 * Wraps the close handler of a dialog or drawer, so that Escape closes only the topmost layer. All Mantine dialogs
 * listen for Escape independently of each other.
 */
export function useLayer(isOpen: boolean, close: () => void): () => void {
  const isTop = useIsTop(isOpen);
  return () => {
    if (isTop()) close();
  };
}

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
      // The removal is delayed, because the layer below still receives the key event and must not close as well.
      setTimeout(() => layers.splice(layers.lastIndexOf(layer), 1));
    };
  }, [isOpen, layer]);
  return () => layers.at(-1) === layer;
}
