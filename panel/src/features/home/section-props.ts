import type { DraftField } from './check-draft.ts';
import type { Draft } from './draft.ts';
import type { Choices } from './use-choices.ts';

export type SectionProps = {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  choices: Choices;
  problem: (field: DraftField) => string | undefined;
};
