/** How often a fault is repeated: a few times in `npm test`, often in `npm run test:full`. */
export function rounds(short: number, full: number): number {
  return process.env['FULL_CHECKS'] === '1' ? full : short;
}
