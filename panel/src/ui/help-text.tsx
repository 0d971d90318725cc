import type { ReactNode } from 'react';
import { splitCode } from '../lib/format/split-code.ts';

export function HelpText({ text }: { text: string }): ReactNode {
  return splitCode(text).map((piece, at) =>
    piece.isCode ? (
      // The index is the key, because pieces have no IDs and never change.
      // oxlint-disable-next-line react/no-array-index-key
      <code key={at} className="wp-code">
        {piece.text}
      </code>
    ) : (
      piece.text
    ),
  );
}
