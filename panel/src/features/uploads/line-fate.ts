export type LineFate = 'all' | 'taken' | 'refused';

/** Returns the lines to show. If lines were skipped, only skipped lines are shown until the person selects a filter. */
export function fateShown(chosen: LineFate | undefined, { refused }: { refused: number }): LineFate {
  return chosen ?? (refused > 0 ? 'refused' : 'all');
}

export function readFate(option: string): LineFate {
  return option === 'taken' || option === 'refused' ? option : 'all';
}
