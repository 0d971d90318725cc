type ChooseRange = (range: string) => void;

let current: ChooseRange | undefined;

// Registers the range picker of the screen, so that the command palette can change its range.
export function registerRangeChooser(choose: ChooseRange): () => void {
  current = choose;
  return () => {
    if (current === choose) current = undefined;
  };
}

// Returns undefined on screens without a time range.
export function currentRangeChooser(): ChooseRange | undefined {
  return current;
}
