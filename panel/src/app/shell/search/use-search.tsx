import { useHotkeys } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { isSignInNeeded } from '../../../lib/api/connection.ts';
import { useDeferredParts } from '../use-deferred-parts.ts';

export function useSearch(): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [opening, setOpening] = useState(0);
  const SearchDialog = useDeferredParts(isOpen)?.SearchDialog;
  const open = () => {
    if (isSignInNeeded.get()) return;
    setOpen(true);
    setOpening((before) => before + 1);
  };
  useHotkeys([['mod+K', open]], []);
  useHotkeys([['/', open]]);
  const dialog =
    SearchDialog === undefined ? null : (
      <SearchDialog isOpen={isOpen} opening={opening} onClose={() => setOpen(false)} />
    );
  return { open, dialog };
}
