import type { LinkDraft, DraftField } from './draft.ts';
import type { LinkChoices } from './use-choices.ts';

export type SectionProps = {
  draft: LinkDraft;
  change: (changed: Partial<LinkDraft>) => void;
  choices: LinkChoices;
  problem: (field: DraftField) => string | undefined;
};
