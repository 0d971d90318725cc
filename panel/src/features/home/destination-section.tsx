import { SegmentedControl, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';
import type { SectionProps } from './section-props.ts';

export function DestinationSection({ draft, change, problem }: SectionProps): ReactNode {
  return (
    <Section title="Destination">
      <SegmentedControl
        aria-label="Destination"
        style={{ alignSelf: 'flex-start' }}
        data={[
          { value: 'offer', label: 'Offer' },
          { value: 'landing', label: 'Landing page, then offer' },
        ]}
        value={draft.destination}
        onChange={(destination) => change({ destination: destination === 'landing' ? 'landing' : 'offer' })}
      />
      {draft.destination === 'landing' ? (
        <TextInput
          label="Landing page URL"
          description="Your own page. Link its button to the click URL that you get with the campaign link."
          placeholder="https://"
          inputMode="url"
          value={draft.landingUrl}
          onChange={({ currentTarget }) => change({ landingUrl: currentTarget.value })}
          error={problem('landingUrl')}
          aria-required
        />
      ) : null}
    </Section>
  );
}
