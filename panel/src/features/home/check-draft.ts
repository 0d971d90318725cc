import { amount } from '@waypost/contract/money.ts';
import { recordName } from '@waypost/contract/text.ts';
import { pageUrl } from '@waypost/contract/web-address.ts';
import type { Draft } from './draft.ts';
import { hasClickId } from './create-campaign-link.ts';

export type DraftField = Exclude<keyof Draft, 'made' | 'keys'>;

type Known = {
  networkNamed: (name: string) => { clickIdParam: string | null } | undefined;
};

/** Validates the draft with the API's validation rules while a person types. Returns messages by field. */
export function checkDraft(draft: Draft, known: Known): Partial<Record<DraftField, string>> {
  const errors: Partial<Record<DraftField, string>> = {};
  if (draft.source === '') errors.source = 'Select a traffic source';
  if (draft.source === 'other') note(errors, 'sourceName', recordName.safeParse(draft.sourceName));
  if (draft.offer === '') checkOffer(draft, known, errors);
  if (draft.destination === 'landing') note(errors, 'landingUrl', pageUrl.safeParse(draft.landingUrl));
  return errors;
}

function checkOffer(
  draft: Draft,
  { networkNamed }: Known,
  errors: Partial<Record<DraftField, string>>,
): void {
  note(errors, 'offerUrl', pageUrl.safeParse(draft.offerUrl));
  if (draft.payout.trim() !== '') note(errors, 'payout', amount.safeParse(Number(draft.payout)));
  if (draft.network.trim() !== '') note(errors, 'network', recordName.safeParse(draft.network));
  if (needsClickParam(draft, networkNamed(draft.network)) && draft.clickParam.trim() === '')
    errors.clickParam =
      'Required to match conversions to visits. See the network’s documentation for the name';
}

/**
 * Returns true if the click ID parameter is required. The network receives the click ID in the offer URL, through the
 * network's own setting, or in this parameter.
 */
export function needsClickParam(
  { offerUrl }: Pick<Draft, 'offerUrl'>,
  network: { clickIdParam: string | null } | undefined,
): boolean {
  return !hasClickId(offerUrl) && (network?.clickIdParam ?? null) === null;
}

type Parsed = { success: boolean; error?: { issues: readonly { message: string }[] } };

function note(errors: Partial<Record<DraftField, string>>, field: DraftField, parsed: Parsed): void {
  const message = parsed.error?.issues[0]?.message;
  if (!parsed.success && message !== undefined)
    errors[field] = message.slice(0, 1).toUpperCase() + message.slice(1);
}
