import { macroNames, macros, type MacroName } from '@waypost/contract/visits/macros.ts';

export type MacroUse = 'page' | 'postback';

/** Returns the macros whose name, alias or description contains the typed text, regardless of case. */
export function findMacros(use: MacroUse, typed: string): MacroName[] {
  const needle = typed.trim().toLowerCase();
  return macroNames.filter((name) => {
    const { meaning, aliases = [], postbacksOnly } = macros[name];
    if (use === 'page' && postbacksOnly === true) return false;
    return [name, meaning, ...aliases].some((text) => text.toLowerCase().includes(needle));
  });
}

/**
 * Replaces the selection with a macro. In browsers that report no cursor position for URL inputs, appends the macro.
 */
export function insertMacro(
  field: { value: string; selectionStart: number | null; selectionEnd: number | null },
  name: string,
): { text: string; cursor: number } {
  const { value } = field;
  const [from, to] = [field.selectionStart ?? value.length, field.selectionEnd ?? value.length];
  return { text: `${value.slice(0, from)}{${name}}${value.slice(to)}`, cursor: from + name.length + 2 };
}
