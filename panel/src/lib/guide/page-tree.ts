/** Parts of a parsed documentation page. The panel renders them without ever treating text as HTML. */
export type Inline =
  | string
  | { type: 'code'; text: string }
  | { type: 'strong' | 'emphasis'; inside: Inline[] }
  /** `to` is relative to the page, or an absolute URL. */
  | { type: 'link'; to: string; inside: Inline[] }
  | { type: 'picture'; source: string; about: string };

export type Block =
  | { type: 'heading'; level: number; id: string; inside: Inline[] }
  | { type: 'paragraph'; inside: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'list'; first?: number; items: Block[][] }
  | { type: 'table'; isNumber: boolean[]; head: Inline[][]; rows: Inline[][][] };

export function textOf(inside: readonly Inline[]): string {
  return inside
    .map((one) => {
      if (typeof one === 'string') return one;
      if (one.type === 'code') return one.text;
      return one.type === 'picture' ? one.about : textOf(one.inside);
    })
    .join('');
}
