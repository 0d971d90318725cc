import { encode } from 'uqr';
import { useMemo, type ReactNode } from 'react';

/** Draws a QR code. It is dark on light in both themes, because some cameras cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg width={200} height={200} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join('') };
}
