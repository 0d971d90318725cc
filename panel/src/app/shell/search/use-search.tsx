import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { isSignInNeeded } from '../../../lib/connection.ts';

type Dialog = typeof import('./search-dialog.tsx').SearchDialog;

/** The search and the keys that open it. Its code comes when the page is at rest, so that the first key finds it there. */
export function useSearch(): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [opening, setOpening] = useState(0);
  const [SearchDialog, setDialog] = useState<Dialog>();
  useEffect(() => {
    if (SearchDialog !== undefined) return;
    const load = () =>
      void import('./search-dialog.tsx').then(
        (loaded) => setDialog(() => loaded.SearchDialog),
        // The connection is away: it is tried again when somebody wants it.
        () => setOpen(false),
      );
    if (isOpen) load();
    else {
      const timer = setTimeout(load, 1_000);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [isOpen, SearchDialog]);
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
