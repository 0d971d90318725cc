// Some name in brackets what they are for, such as `##SUB_ID_SHORT(action)##`.
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
// By the codes of characters: nearly every value is none of these, and that is to be seen at a glance.
const isFirst = new Uint8Array(128);
for (const character of '${[%_#@<') isFirst[character.charCodeAt(0)] = 1;
// One character more than the longest form has.
const lengthMax = 93;

/** Whether a source sent its own macro, such as `${SUBID}`, because it had nothing to put there: the value is empty then. */
export function isUnfilledMacro(value: string): boolean {
  const text = trimmed(value);
  if (isFirst[text.charCodeAt(0)] !== 1) return false;
  if (text.length < lengthMax && wholeMacro.test(text)) return true;
  return text.startsWith('%') && text.length < lengthMax * 3 && wholeMacro.test(decodeOnce(text));
}

/** The same as `trim`, which is a call into the engine, where there is something to remove. */
export function trimmed(text: string): string {
  return isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

function isInk(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** Some sources encode their link once more than they should. */
function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
