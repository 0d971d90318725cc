import { Select, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SourceTemplate } from '../../lib/api/api.ts';
import { Section } from '../../ui/section.tsx';
import type { SectionProps } from './section-props.ts';
import { groupSources } from './use-choices.ts';

export function SourceSection(props: SectionProps): ReactNode {
  const { draft, change, choices, problem } = props;
  const template = choices.templates.find(({ id }) => draft.source === `template:${id}`);
  return (
    <Section title="Traffic source">
      <Select
        label="Traffic source"
        placeholder="Select or search"
        searchable
        nothingFoundMessage="No matches. Select “Other source”."
        data={groupSources(choices)}
        value={draft.source === '' ? null : draft.source}
        onChange={(source) => change({ source: source ?? '', own: {} })}
        error={problem('source')}
        aria-required
      />
      {template === undefined ? null : <TemplateFields {...props} template={template} />}
      {draft.source === 'other' ? <OtherFields {...props} /> : null}
    </Section>
  );
}

/** Shows fields for template values that users can find only in their account with the traffic source. */
function TemplateFields({
  template,
  draft,
  change,
  problem,
}: SectionProps & { template: SourceTemplate }): ReactNode {
  const { name, note, postback, lookedUpAt, lookedUpIn } = template;
  const own = postback?.own ?? [];
  return (
    <>
      {own.length === 0 ? null : (
        <Text>
          Optional: to send conversions to {name}, copy these values from your {name} account. You can add
          them later.
        </Text>
      )}
      {own.map(({ placeholder, name: label }, at) => (
        <TextInput
          key={placeholder}
          label={label}
          autoComplete="off"
          value={draft.own[placeholder] ?? ''}
          onChange={({ currentTarget }) =>
            change({ own: { ...draft.own, [placeholder]: currentTarget.value } })
          }
          error={at === 0 ? problem('own') : undefined}
        />
      ))}
      {note === null ? null : <Text>{note}</Text>}
      <Text size="xs" c="dimmed" className="wp-wrap">
        Macros checked on {lookedUpAt}. Source: {lookedUpIn}
      </Text>
    </>
  );
}

function OtherFields({ draft, change, problem }: SectionProps): ReactNode {
  return (
    <>
      <TextInput
        label="Source name"
        value={draft.sourceName}
        onChange={({ currentTarget }) => change({ sourceName: currentTarget.value })}
        error={problem('sourceName')}
      />
      <TextInput
        label="Click ID parameter"
        description="The query parameter that contains the source’s click ID, such as clickid. Leave empty if the source has none."
        value={draft.sourceParam}
        onChange={({ currentTarget }) => change({ sourceParam: currentTarget.value })}
        error={problem('sourceParam')}
      />
      <TextInput
        label="Click ID macro"
        description="The macro that the source replaces with its click ID, such as {clickid} or [CLICKID]."
        value={draft.sourceMacro}
        onChange={({ currentTarget }) => change({ sourceMacro: currentTarget.value })}
        error={problem('sourceMacro')}
      />
    </>
  );
}
