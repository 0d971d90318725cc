// Some sources add a purpose in parentheses, such as `##SUB_ID_SHORT(action)##`.
const name = String.raw`[a-z][\w.: -]{0,63}(?:\(\w{1,16}\))?`;
const forms = [
  String.raw`\$?\{+${name}\}+`,
  String.raw`\{%\s?${name}\s?%\}`,
  String.raw`\[+${name}\]+`,
  String.raw`%{1,2}${name}%{1,2}`,
  `__${name}__`,
  `#{1,2}${name}#{1,2}`,
  `@{1,2}${name}@{1,2}`,
  String.raw`\${1,2}${name}\${1,2}`,
  `<${name}>`,
];
const wholeMacro = new RegExp(`^(?:${forms.join('|')})$`, 'i');
// The first character is looked up before the patterns run, because very few values are macros.
const isFirst = new Uint8Array(128);
for (const character of '${[%_#@<') isFirst[character.charCodeAt(0)] = 1;
// Values of this length or longer are not tested, because no macro is that long.
const lengthMax = 93;

/**
 * Detects a macro that a traffic source sent unfilled, such as `${SUBID}`, which means that the value is
 * missing.
 */
export function isUnfilledMacro(value: string): boolean {
  const text = trimmed(value);
  if (isFirst[text.charCodeAt(0)] !== 1) return false;
  if (text.length < lengthMax && wholeMacro.test(text)) return true;
  return text.startsWith('%') && text.length < lengthMax * 3 && wholeMacro.test(decodeOnce(text));
}

/** Works like `trim`, but calls `trim` only if there is something to remove. */
export function trimmed(text: string): string {
  return isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

function isInk(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

// Decodes a value once more, because some sources encode their link twice.
function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
