/**
 * Result of parsing a pattern for the `matches` operator. Patterns are the common subset of regular expressions that an
 * automaton can run without backtracking: literals, `.`, `^`, `$`, `|`, groups, classes, `\d \w \s \b` and their
 * negations, and `* + ? {n,m}`.
 */
type PatternReading = { steps: number } | { problem: string };

// Maximum number of steps. Each step is a state of the automaton. A counted repetition such as `{3}` multiplies the
// steps of the repeated part.
const patternStepsMax = 200;

type Cursor = { readonly characters: readonly string[]; at: number; problem: string | undefined };

export function readPattern(pattern: string): PatternReading {
  const cursor: Cursor = { characters: Array.from(pattern), at: 0, problem: undefined };
  const steps = readAlternatives(cursor);
  if (cursor.at < cursor.characters.length) fail(cursor, 'unmatched )');
  if (cursor.problem !== undefined) return { problem: cursor.problem };
  if (steps <= patternStepsMax) return { steps };
  return { problem: `more than ${patternStepsMax} steps, counted with repetitions expanded` };
}

function readAlternatives(cursor: Cursor): number {
  let steps = readSequence(cursor);
  while (take(cursor, '|')) steps += 1 + readSequence(cursor);
  return steps;
}

function readSequence(cursor: Cursor): number {
  let steps = 0;
  while (!['|', ')', undefined].includes(peek(cursor))) steps += readRepeated(cursor);
  return steps;
}

function readRepeated(cursor: Cursor): number {
  const repeatable = !isEdge(cursor);
  // An empty group counts as one step, because RE2 limits nested repetitions regardless of their content.
  const steps = Math.max(1, readAtom(cursor));
  const times = readQuantifier(cursor);
  if (times === undefined) return steps;
  if (!repeatable) fail(cursor, 'nothing to repeat');
  take(cursor, '?');
  return steps * times;
}

function readAtom(cursor: Cursor): number {
  const character = next(cursor);
  if (character === '(') return readGroup(cursor);
  if (character === '[') readClass(cursor);
  else if (character === '\\') readEscape(cursor, /^[dDwWsSbB]$/);
  else if (character !== undefined && '*+?'.includes(character)) fail(cursor, 'nothing to repeat');
  else if (character !== undefined && '{}]'.includes(character))
    fail(cursor, `${character} must be escaped with a backslash`);
  return 1;
}

function readGroup(cursor: Cursor): number {
  if (take(cursor, '?') && !take(cursor, ':')) return fail(cursor, 'only (?:…) is supported after (?');
  const steps = readAlternatives(cursor);
  if (!take(cursor, ')')) fail(cursor, 'unclosed (');
  return steps;
}

function readClass(cursor: Cursor): void {
  take(cursor, '^');
  if (peek(cursor) === ']') fail(cursor, 'empty character class');
  while (!take(cursor, ']')) {
    if (peek(cursor) === undefined) return void fail(cursor, 'unclosed [');
    const low = readClassCharacter(cursor);
    if (peek(cursor) !== '-' || cursor.characters[cursor.at + 1] === ']') continue;
    next(cursor);
    const high = readClassCharacter(cursor);
    if (low === undefined || high === undefined)
      fail(cursor, 'a range needs a single character at both ends');
    else if (low > high) fail(cursor, 'range out of order');
  }
}

function readClassCharacter(cursor: Cursor): number | undefined {
  const character = next(cursor);
  if (character === '[') fail(cursor, '[ must be escaped with a backslash');
  if (character === '\\') return readEscape(cursor, /^[dDwWsS]$/);
  return character?.codePointAt(0);
}

function readEscape(cursor: Cursor, classes: RegExp): number | undefined {
  const character = next(cursor);
  if (character === undefined) return void fail(cursor, 'trailing backslash');
  if (classes.test(character)) return undefined;
  if (!/^[ -/:-@[-`{-~]$/.test(character)) fail(cursor, `\\${character} is not supported`);
  return character.codePointAt(0);
}

/**
 * Returns the maximum number of repetitions that the quantifier allows, or undefined if there is no quantifier.
 */
function readQuantifier(cursor: Cursor): number | undefined {
  if (take(cursor, '*') || take(cursor, '+') || take(cursor, '?')) return 1;
  if (peek(cursor) !== '{') return undefined;
  const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(
    cursor.characters.slice(cursor.at, cursor.at + 12).join(''),
  );
  if (counted === null)
    return fail(
      cursor,
      '{ must start a repetition such as {2}, {2,} or {2,5}; to match a brace, escape it with a backslash',
    );
  const [form, least = '', comma, most = ''] = counted;
  cursor.at += form.length;
  if (most !== '' && Number(most) < Number(least)) fail(cursor, 'repetition out of order');
  if (comma === undefined) return Math.max(1, Number(least));
  return most === '' ? Number(least) + 1 : Math.max(1, Number(most));
}

/**
 * Returns true for an assertion, which matches a position between characters. Repeating an assertion has no effect, and
 * some engines reject it.
 */
function isEdge({ characters, at }: Cursor): boolean {
  const character = characters[at];
  return (
    character === '^' || character === '$' || (character === '\\' && /^b$/i.test(characters[at + 1] ?? ''))
  );
}

function peek(cursor: Cursor): string | undefined {
  return cursor.characters[cursor.at];
}

function next(cursor: Cursor): string | undefined {
  return cursor.characters[cursor.at++];
}

function take(cursor: Cursor, character: string): boolean {
  if (peek(cursor) !== character) return false;
  cursor.at += 1;
  return true;
}

/**
 * Records the problem unless an earlier problem was recorded, and moves to the end of the input, where all read
 * functions stop.
 */
function fail(cursor: Cursor, problem: string): number {
  cursor.problem ??= `${problem}, at character ${Math.min(cursor.at, cursor.characters.length)}`;
  cursor.at = cursor.characters.length;
  return 1;
}
