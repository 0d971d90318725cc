import type { DraftField } from './check-draft.ts';
import type { Draft } from './draft.ts';
import type { Choices } from './use-choices.ts';

/** What a part of the form needs. */
export type SectionProps = {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  choices: Choices;
  /** What is wrong with a field, where it is to be said. */
  problem: (field: DraftField) => string | undefined;
};
