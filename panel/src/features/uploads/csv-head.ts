const separators = [',', ';', '\t'];

/**
 * Reads column names from the start of a file, so that columns can be mapped before the upload. The server parses the
 * complete file.
 */
export function readColumnNames(beginning: string): string[] {
  const text = beginning.replace(/^\uFEFF/, '');
  const first = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
  const separator =
    separators.toSorted((one, other) => countOf(first, other) - countOf(first, one))[0] ?? ',';
  return splitLine(first, separator)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function countOf(line: string, separator: string): number {
  return splitLine(line, separator).length;
}

/** Splits a line into cells. A quote inside a quoted cell is doubled. */
function splitLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (isQuoted && character === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}
