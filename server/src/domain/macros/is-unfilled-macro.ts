const name = String.raw`[a-z][\w.: -]{0,63}`;
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
const firstCharacters = new Set(Array.from('${[%_#@<'));
// One character more than the longest form has.
const lengthMax = 75;

/** Whether a source sent its own macro, such as `${SUBID}`, because it had nothing to put there: the value is empty then. */
export function isUnfilledMacro(value: string): boolean {
  const text = value.trim();
  if (!firstCharacters.has(text[0] ?? '')) return false;
  if (text.length < lengthMax && wholeMacro.test(text)) return true;
  return text.startsWith('%') && text.length < lengthMax * 3 && wholeMacro.test(decodeOnce(text));
}

/** Some sources encode their link once more than they should. */
function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
