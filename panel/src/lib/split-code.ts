type Piece = { text: string; isCode: boolean };

/** Splits a text from the contract into code, which is in backticks, and plain text. */
export function splitCode(text: string): Piece[] {
  return text
    .split(/`([^`]+)`/)
    .map((piece, at) => ({ text: piece, isCode: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
