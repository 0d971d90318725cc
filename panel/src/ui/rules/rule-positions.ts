type MoveVerb = 'up' | 'down' | 'first' | 'last';

/** Returns the position that a rule moves to. The first rule cannot move up, and the last rule cannot move down. */
export function moveTarget(verb: MoveVerb, at: number, count: number): number {
  const target = { up: at - 1, down: at + 1, first: 0, last: count - 1 }[verb];
  return Math.max(0, Math.min(count - 1, target));
}

/** Returns the new position of a dragged rule after it is dropped before or after another rule. */
export function dropTarget(from: number, at: number, side: 'before' | 'after'): number {
  const target = side === 'before' ? at : at + 1;
  // Removing the dragged rule shifts all rules after it.
  return from < target ? target - 1 : target;
}
