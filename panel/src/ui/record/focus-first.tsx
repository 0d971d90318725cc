import { useEffect, useRef, type ReactNode } from 'react';

// Focuses the first field once the form is shown.
export function FocusFirst({ children }: { children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={box}>{children}</div>;
}
