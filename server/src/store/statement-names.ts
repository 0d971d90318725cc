// What is built anew each time, such as an insert of many rows, would fill the list and is left out.
const statementsMax = 400;
const valuesMax = 40;
const lasting = /^\s*(?:select|insert|update|delete|with)\b/i;
const names = new Map<string, string>();

/**
 * The name under which each connection keeps the plan of a statement that comes again: planning costs more than running.
 * None for what does not come again, or when there are too many.
 */
export function nameStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (!lasting.test(text) || text.includes(`$${valuesMax}`) || names.size >= statementsMax) return undefined;
  const name = `waypost_${names.size}`;
  names.set(text, name);
  return name;
}
