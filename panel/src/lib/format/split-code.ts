type Piece = { text: string; isCode: boolean };

/** Splits text from the contract into plain text and code. Code is enclosed in backticks. */
export function splitCode(text: string): Piece[] {
  return text
    .split(/`([^`]+)`/)
    .map((piece, at) => ({ text: piece, isCode: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
