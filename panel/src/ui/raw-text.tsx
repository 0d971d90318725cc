import { showInvisible } from '@waypost/contract/values/invisible-text.ts';
import type { ReactNode } from 'react';

/** Shows sent or received text, such as a URL or a body, with invisible characters made visible. */
export function RawText({ text }: { text: string }): ReactNode {
  return <div className="wp-copied">{showInvisible(text)}</div>;
}
