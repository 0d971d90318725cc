import { amount } from '@waypost/contract/money.ts';
import { recordName } from '@waypost/contract/text.ts';
import { pageUrl } from '@waypost/contract/web-address.ts';
import type { Draft } from './draft.ts';
import { hasClickId } from './make-link.ts';

export type DraftField = Exclude<keyof Draft, 'made' | 'keys'>;

type Known = {
  networkNamed: (name: string) => { clickIdParam: string | null } | undefined;
};

/** What keeps a link from being made, by the field it is about: the contract's own rules, while people type. */
export function checkDraft(draft: Draft, known: Known): Partial<Record<DraftField, string>> {
  const wrong: Partial<Record<DraftField, string>> = {};
  if (draft.source === '') wrong.source = 'Choose where visitors come from';
  if (draft.source === 'other') note(wrong, 'sourceName', recordName.safeParse(draft.sourceName));
  if (draft.offer === '') checkOffer(draft, known, wrong);
  if (draft.destination === 'landing') note(wrong, 'landingUrl', pageUrl.safeParse(draft.landingUrl));
  return wrong;
}

function checkOffer(draft: Draft, { networkNamed }: Known, wrong: Partial<Record<DraftField, string>>): void {
  note(wrong, 'offerUrl', pageUrl.safeParse(draft.offerUrl));
  if (draft.payout.trim() !== '') note(wrong, 'payout', amount.safeParse(Number(draft.payout)));
  if (draft.network.trim() !== '') note(wrong, 'network', recordName.safeParse(draft.network));
  if (needsClickParam(draft, networkNamed(draft.network)) && draft.clickParam.trim() === '')
    wrong.clickParam = 'Without it no conversion finds its visit. The network says what it is called';
}

/** The network has to get the click id: by the URL, by its own setting, or by this parameter. */
export function needsClickParam(
  { offerUrl }: Pick<Draft, 'offerUrl'>,
  network: { clickIdParam: string | null } | undefined,
): boolean {
  return !hasClickId(offerUrl) && (network?.clickIdParam ?? null) === null;
}

type Parsed = { success: boolean; error?: { issues: readonly { message: string }[] } };

function note(wrong: Partial<Record<DraftField, string>>, field: DraftField, parsed: Parsed): void {
  const message = parsed.error?.issues[0]?.message;
  if (!parsed.success && message !== undefined)
    wrong[field] = message.slice(0, 1).toUpperCase() + message.slice(1);
}
