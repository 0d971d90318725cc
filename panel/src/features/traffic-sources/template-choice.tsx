import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHere } from '../../lib/me.ts';
import type { RecordForm } from '../../lib/record-form/use-record-form.ts';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { trafficSourceSheet, type TrafficSourceValues } from './sheet.ts';

/** Fills the form with what a well-known source puts into links. */
export function TemplateChoice({ form }: { form: RecordForm<TrafficSourceValues> }): ReactNode {
  const { api, workspace } = useHere();
  const { data } = useQuery({
    queryKey: [workspace.id, 'source-templates'],
    queryFn: ({ signal }) => api.listSourceTemplates({ signal, query: { limit: 500 } }),
    staleTime: Infinity,
  });
  const fill = (id: string | null) => {
    const template = data?.items.find((item) => item.id === id);
    if (template === undefined) return;
    const { id: _, ...facts } = template;
    const known = Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) =>
        name in trafficSourceSheet.empty ? [[name, value ?? '']] : [],
      ),
    ) as Partial<TrafficSourceValues>;
    form.set({ ...trafficSourceSheet.empty, ...known });
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
        onChange={fill}
      />
    </FieldGroup>
  );
}
