import { Select, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SourceTemplate } from '../../lib/api.ts';
import { Section } from '../../ui/section.tsx';
import type { SectionProps } from './section-props.ts';

/** Where visitors come from: a source of the workspace, a well-known one, or one that is typed in. */
export function SourceSection(props: SectionProps): ReactNode {
  const { draft, change, choices, problem } = props;
  const template = choices.templates.find(({ id }) => draft.source === `template:${id}`);
  return (
    <Section title="Traffic source">
      <Select
        label="Where do visitors come from?"
        placeholder="Choose or search"
        searchable
        nothingFoundMessage="Not in the list: choose ‘Another source’"
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

function groupSources({ sources, templates }: SectionProps['choices']) {
  const own = sources.map(({ id, name }) => ({ value: `source:${id}`, label: name }));
  const known = templates.map(({ id, name }) => ({ value: `template:${id}`, label: name }));
  return [
    ...(own.length === 0 ? [] : [{ group: 'Your sources', items: own }]),
    { group: 'Well-known sources', items: known },
    { group: 'Not in the list', items: [{ value: 'other', label: 'Another source' }] },
  ];
}

/** What is known of a source, and what only its own account shows. */
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
          So that {name} hears of conversions, copy this from your account there. Left empty, it is not told;
          you can add it later.
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
        Its macros were looked up on {lookedUpAt}: {lookedUpIn}
      </Text>
    </>
  );
}

function OtherFields({ draft, change, problem }: SectionProps): ReactNode {
  return (
    <>
      <TextInput
        label="Name of the source"
        value={draft.sourceName}
        onChange={({ currentTarget }) => change({ sourceName: currentTarget.value })}
        error={problem('sourceName')}
      />
      <TextInput
        label="Parameter of its click id"
        description="The query parameter in which the source sends its click id, such as clickid. Empty where it has none."
        value={draft.sourceParam}
        onChange={({ currentTarget }) => change({ sourceParam: currentTarget.value })}
        error={problem('sourceParam')}
      />
      <TextInput
        label="Macro of its click id"
        description="What the source replaces by its click id, as its help writes it, such as {clickid} or [CLICKID]."
        value={draft.sourceMacro}
        onChange={({ currentTarget }) => change({ sourceMacro: currentTarget.value })}
        error={problem('sourceMacro')}
      />
    </>
  );
}
