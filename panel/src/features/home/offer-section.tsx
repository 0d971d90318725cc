import { Autocomplete, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { Section } from '../../ui/section.tsx';
import { writeOfferUrl } from './build-set-up.ts';
import { needsClickParam } from './check-draft.ts';
import type { SectionProps } from './section-props.ts';

export function OfferSection(props: SectionProps): ReactNode {
  const { draft, change, choices, problem } = props;
  return (
    <Section title="Offer">
      {choices.offers.length === 0 ? null : (
        <Select
          label="Offer"
          searchable
          allowDeselect={false}
          data={[
            { value: '', label: 'New offer' },
            ...choices.offers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={draft.offer}
          onChange={(offer) => change({ offer: offer ?? '' })}
          error={problem('offer')}
        />
      )}
      {draft.offer === '' ? <NewOffer {...props} /> : null}
    </Section>
  );
}

function NewOffer({ draft, change, choices, problem }: SectionProps): ReactNode {
  const { workspace } = useWorkspace();
  const needsParam = needsClickParam(draft, choices.networkNamed(draft.network));
  return (
    <>
      <TextInput
        label="Offer URL"
        description="The URL from the affiliate network, with your affiliate ID."
        placeholder="https://"
        inputMode="url"
        value={draft.offerUrl}
        onChange={({ currentTarget }) => change({ offerUrl: currentTarget.value })}
        error={problem('offerUrl')}
        aria-required
      />
      {needsParam ? (
        <TextInput
          label="Click ID parameter"
          description={
            draft.clickParam.trim() === '' || draft.offerUrl.trim() === ''
              ? 'The parameter that the network returns with each conversion, such as subid, aff_sub or s2.'
              : `Visitors go to ${writeOfferUrl(draft)}`
          }
          autoCapitalize="off"
          value={draft.clickParam}
          onChange={({ currentTarget }) => change({ clickParam: currentTarget.value })}
          error={problem('clickParam')}
        />
      ) : null}
      <TextInput
        label={`Payout (${workspace.currency})`}
        description="Amount per conversion. Leave empty if the network reports it."
        inputMode="decimal"
        value={draft.payout}
        onChange={({ currentTarget }) => change({ payout: currentTarget.value })}
        error={problem('payout')}
      />
      <Autocomplete
        label="Affiliate network"
        description="Optional."
        data={choices.networks.map(({ name }) => name)}
        value={draft.network}
        onChange={(network) => change({ network, networkId: choices.networkNamed(network)?.id ?? '' })}
        error={problem('network')}
      />
    </>
  );
}
