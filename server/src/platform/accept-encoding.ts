/**
 * Returns the acceptable encoding with the highest weight, or undefined if no offered encoding is acceptable. If
 * several encodings have the same weight, returns the first one in `offered`. A weight of zero excludes an encoding.
 */
export function chooseEncoding<Coding extends string>(
  header: string | undefined,
  offered: readonly Coding[],
): Coding | undefined {
  const weights = new Map((header ?? '').split(',').map(readPart));
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = Math.max(...offered.map(weightOf));
  return best > 0 ? offered.find((coding) => weightOf(coding) === best) : undefined;
}

function readPart(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((text) => text.startsWith('q='));
  return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
