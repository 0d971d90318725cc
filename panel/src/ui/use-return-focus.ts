import { useEffect } from 'react';

// Returns the focus to where it was when a dialog opened. Mantine does so only if the dialog stays mounted when it closes.
export function useReturnFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
}
