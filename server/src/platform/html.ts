/** Trusted markup. All other content is escaped when it is inserted. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | undefined | Content[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Template tag: the template is trusted markup, and inserted values are escaped. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(parts.map((part, index) => part + write(values[index])).join(''));
}

export function prose(sentence: string): Html {
  return html`${sentence.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

export function join(members: Content[], separator: string): Content[] {
  return members.flatMap((member, index) => (index === 0 ? [member] : [separator, member]));
}

function write(value: Content): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(write).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
