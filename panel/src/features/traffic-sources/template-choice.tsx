import { Anchor, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SourceTemplate } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { valuesOfTemplate, type TrafficSourceValues } from './form-schema.ts';

type PlaceholderValues = Readonly<Record<string, string>>;

export function TemplateChoice({ form }: { form: RecordForm<TrafficSourceValues> }): ReactNode {
  const { api, workspace } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'source-templates'],
    queryFn: ({ signal }) => api.listSourceTemplates({ signal, query: { limit: 500 } }),
    staleTime: Infinity,
  });
  const [chosen, setChosen] = useState<SourceTemplate>();
  const [given, setGiven] = useState<PlaceholderValues>({});
  const fill = (template: SourceTemplate, values: PlaceholderValues) => {
    setGiven(values);
    const isNameEdited = chosen !== undefined && form.values.name !== chosen.name;
    form.set({ ...valuesOfTemplate(template, values), ...(isNameEdited ? { name: form.values.name } : {}) });
  };
  return (
    <FieldGroup title="Template">
      <Select
        aria-label="Template"
        placeholder="Choose a traffic source"
        description="Fills in the parameters, macros and postback URL. You can edit everything afterward."
        inputWrapperOrder={['label', 'input', 'description']}
        data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        data-autofocus
        openOnFocus={false}
        nothingFoundMessage="No template found. Enter the values from your source’s documentation."
        onChange={(id) => {
          const template = data?.items.find((item) => item.id === id);
          setChosen(template);
          if (template !== undefined) fill(template, {});
        }}
      />
      {chosen === undefined ? null : (
        <TemplateDetails template={chosen} given={given} onGiven={(values) => fill(chosen, values)} />
      )}
    </FieldGroup>
  );
}

/** Shows notes on the template, and inputs for values that only the account owner knows. */
function TemplateDetails({
  template: { note, lookedUpAt, lookedUpIn, postback },
  given,
  onGiven,
}: {
  template: SourceTemplate;
  given: PlaceholderValues;
  onGiven: (given: PlaceholderValues) => void;
}): ReactNode {
  return (
    <>
      {note === null ? null : <Text size="sm">{note}</Text>}
      {postback?.own.map(({ placeholder, name }) => (
        <TextInput
          key={placeholder}
          label={name}
          description="From your account. Inserted into the postback URL."
          inputWrapperOrder={['label', 'input', 'description']}
          value={given[placeholder] ?? ''}
          onChange={({ currentTarget: { value } }) => onGiven({ ...given, [placeholder]: value })}
        />
      ))}
      <Text size="xs" c="dimmed">
        Checked on {lookedUpAt}. Source:{' '}
        {URL.canParse(lookedUpIn) ? (
          <Anchor href={lookedUpIn} target="_blank" rel="noreferrer" inherit>
            {new URL(lookedUpIn).host}
          </Anchor>
        ) : (
          lookedUpIn
        )}
        .
      </Text>
    </>
  );
}
