import type { ReactNode } from 'react';
import { splitCode } from '../lib/split-code.ts';

/** A text of the contract as people read it: what stands in backticks there is shown as code. */
export function HelpText({ text }: { text: string }): ReactNode {
  return splitCode(text).map((piece, at) =>
    piece.isCode ? (
      // Pieces have no names of their own, and do not change.
      // oxlint-disable-next-line react/no-array-index-key
      <code key={at} className="wp-code">
        {piece.text}
      </code>
    ) : (
      piece.text
    ),
  );
}
