import { SegmentedControl, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';
import type { SectionProps } from './section-props.ts';

/** Straight to the offer, or by way of a page of one's own. */
export function DestinationSection({ draft, change, problem }: SectionProps): ReactNode {
  return (
    <Section title="Destination">
      <SegmentedControl
        aria-label="Where do visitors go?"
        fullWidth
        data={[
          { value: 'offer', label: 'The offer' },
          { value: 'landing', label: 'A landing page first' },
        ]}
        value={draft.destination}
        onChange={(destination) => change({ destination: destination === 'landing' ? 'landing' : 'offer' })}
      />
      {draft.destination === 'landing' ? (
        <TextInput
          label="Landing page URL"
          description="Your own page. You get an address for its button that leads on to the offer."
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
