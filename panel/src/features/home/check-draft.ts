import { capitalize } from '@waypost/contract/values/capitalize.ts';
import { amount } from '@waypost/contract/values/money.ts';
import { recordName } from '@waypost/contract/values/text.ts';
import { pageUrl } from '@waypost/contract/values/web-address.ts';
import { hasClickId } from './build-set-up.ts';
import type { LinkDraft, DraftField } from './draft.ts';

type Known = {
  networkNamed: (name: string) => { clickIdParam: string | null } | undefined;
};

/** Validates the draft with the API's validation rules while the person types. Returns messages by field. */
export function checkDraft(draft: LinkDraft, known: Known): Partial<Record<DraftField, string>> {
  const errors: Partial<Record<DraftField, string>> = {};
  if (draft.source === '') errors.source = 'Select a traffic source';
  if (draft.source === 'other') note(errors, 'sourceName', recordName.safeParse(draft.sourceName));
  if (draft.offer === '') checkOffer(draft, known, errors);
  if (draft.destination === 'landing') note(errors, 'landingUrl', pageUrl.safeParse(draft.landingUrl));
  return errors;
}

function checkOffer(
  draft: LinkDraft,
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
  { offerUrl }: Pick<LinkDraft, 'offerUrl'>,
  network: { clickIdParam: string | null } | undefined,
): boolean {
  return !hasClickId(offerUrl) && (network?.clickIdParam ?? null) === null;
}

type Parsed = { success: boolean; error?: { issues: readonly { message: string }[] } };

function note(errors: Partial<Record<DraftField, string>>, field: DraftField, parsed: Parsed): void {
  const message = parsed.error?.issues[0]?.message;
  if (!parsed.success && message !== undefined) errors[field] = capitalize(message);
}
