/**
 * Characters that people cannot see but language models read, or that change how the surrounding text is displayed:
 * controls, direction overrides, zero-width characters, fillers, variation selectors and Unicode tags. Tabs and line
 * breaks are allowed.
 */
const invisible = /[^\P{Cc}\t\r\n]|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;

/** Fast test that runs first, because exports contain millions of strings, and nearly all of them are ASCII. */
const suspect = /[^\t\r\n\x20-\x7e]/;

/** Scripts of languages such as Persian and Hindi, whose spelling needs zero-width joiners and non-joiners. */
const joiningScripts = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
]
  .map((name) => String.raw`\p{Script=${name}}`)
  .join('');

// Contexts in which invisible characters are legitimate: between letters of the scripts above, and inside emoji.
const legitimate = [
  String.raw`(?<=[${joiningScripts}])[\u200c\u200d](?=[${joiningScripts}])`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
].join('|');
const invisibleRun = new RegExp(`(?:(?!${legitimate})(?:${invisible.source}))+`, 'gu');

/**
 * Replaces invisible characters with visible codes such as `[U+202E]`, for people and AI agents. Text from visitors and
 * networks can hide instructions in invisible characters or use them to look like different text.
 */
export function showInvisible(text: string): string {
  if (!suspect.test(text) || !invisible.test(text)) return text;
  return text.replace(invisibleRun, (run) => `[${Array.from(run, nameOf).join(' ')}]`);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

export function showInvisibleIn<Data>(data: Data): Data {
  if (typeof data === 'string') return showInvisible(data) as Data;
  if (Array.isArray(data)) return data.map((item: unknown) => showInvisibleIn(item)) as Data;
  if (typeof data !== 'object' || data === null || data instanceof Date) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      showInvisible(name),
      showInvisibleIn(value),
    ]),
  ) as Data;
}
