import type { ReactNode } from 'react';

export function Logo({ size }: { size: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect x="15" y="4" width="3" height="25" rx="1.5" fill="var(--mantine-primary-color-filled)" />
      <path d="M6 7h17l4 4-4 4H6z" fill="var(--mantine-primary-color-filled)" />
      <path d="M26 17H12l-4 3.5L12 24h14z" fill="var(--mantine-color-ink-3)" />
    </svg>
  );
}
