import { Anchor, Select, Text, TextInput } from '@mantine/core';
import { buildSourceOfTemplate } from '@waypost/contract/source-templates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SourceTemplate } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import type { RecordForm } from '../../lib/record-form/use-record-form.ts';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { trafficSourceFormSchema, type TrafficSourceValues } from './form-schema.ts';

type Given = Readonly<Record<string, string>>;

/** Fills the form with what a well-known source puts into links, and how it is told of conversions. */
export function TemplateChoice({ form }: { form: RecordForm<TrafficSourceValues> }): ReactNode {
  const { api, workspace } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'source-templates'],
    queryFn: ({ signal }) => api.listSourceTemplates({ signal, query: { limit: 500 } }),
    staleTime: Infinity,
  });
  const [chosen, setChosen] = useState<SourceTemplate>();
  const [given, setGiven] = useState<Given>({});
  const fill = (template: SourceTemplate, values: Given) => {
    setGiven(values);
    const known = Object.entries(buildSourceOfTemplate(template, values)).filter(
      ([, value]) => value !== null && value !== undefined,
    );
    form.set({
      ...trafficSourceFormSchema.empty,
      ...(Object.fromEntries(known) as Partial<TrafficSourceValues>),
      // A name of one's own stays.
      name: chosen === undefined || form.values.name === chosen.name ? template.name : form.values.name,
    });
  };
  return (
    <FieldGroup title="Template">
      <Select
        aria-label="Template"
        placeholder="Begin with a well-known source"
        description="Fills in the macros that the source documents. Everything can be changed after that."
        inputWrapperOrder={['label', 'input', 'description']}
        data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        data-autofocus
        openOnFocus={false}
        nothingFoundMessage="No such template. Fill in what your source documents."
        onChange={(id) => {
          const template = data?.items.find((item) => item.id === id);
          setChosen(template);
          if (template !== undefined) fill(template, {});
        }}
      />
      {chosen === undefined ? null : (
        <Facts template={chosen} given={given} onGiven={(values) => fill(chosen, values)} />
      )}
    </FieldGroup>
  );
}

/** What has to be known of a template, and what only the person knows. */
function Facts({
  template: { note, lookedUpAt, lookedUpIn, postback },
  given,
  onGiven,
}: {
  template: SourceTemplate;
  given: Given;
  onGiven: (given: Given) => void;
}): ReactNode {
  return (
    <>
      {note === null ? null : <Text size="sm">{note}</Text>}
      {postback?.own.map(({ placeholder, name }) => (
        <TextInput
          key={placeholder}
          label={name}
          description="Of your account. The postback URL is filled in with it."
          inputWrapperOrder={['label', 'input', 'description']}
          value={given[placeholder] ?? ''}
          onChange={({ currentTarget: { value } }) => onGiven({ ...given, [placeholder]: value })}
        />
      ))}
      <Text size="xs" c="dimmed">
        Looked up on {lookedUpAt}
        {URL.canParse(lookedUpIn) ? (
          <>
            {' in '}
            <Anchor href={lookedUpIn} target="_blank" rel="noreferrer" inherit>
              {new URL(lookedUpIn).host}
            </Anchor>
          </>
        ) : (
          ` in ${lookedUpIn}`
        )}
        .
      </Text>
    </>
  );
}
