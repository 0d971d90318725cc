import { showInvisible } from '@waypost/contract/invisible-text.ts';
import type { ReactNode } from 'react';

/** Text as it was sent or received, such as a URL or a body, with invisible characters written out. */
export function RawText({ text }: { text: string }): ReactNode {
  return <div className="wp-copied">{showInvisible(text)}</div>;
}
