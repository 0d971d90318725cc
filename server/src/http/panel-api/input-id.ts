import type { PanelInput } from './operation.ts';

/** The id in the path of an operation that has one. */
export function inputId({ params }: PanelInput): string {
  return params['id'] ?? '';
}
