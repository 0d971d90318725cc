import { TagsInput, type TagsInputProps } from '@mantine/core';
import { tagsMax } from '@waypost/contract/values/tags.ts';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import type { WithTags } from '../../lib/records/with-tags.ts';
import { useUsedTags } from './use-tags.ts';

/** Field to type tags, which offers the tags in use. */
export function TagsEntry({ thing, ...props }: TagsInputProps & { thing: string }): ReactNode {
  const used = useUsedTags(thing);
  return (
    <TagsInput
      description="Press Enter after each tag. Tags group records, for example by test or account."
      data={used}
      maxTags={tagsMax}
      maxLength={50}
      acceptValueOnBlur
      {...props}
    />
  );
}

/** Tags in the form for a new record. */
export function TagsField<Values extends object>({
  form: { values, set, errorAt, isReadOnly },
  thing,
}: {
  form: RecordForm<WithTags<Values>>;
  thing: string;
}): ReactNode {
  const error = values.tags.map((_, at) => errorAt(`tags.${at}`)).find((one) => one !== undefined);
  return (
    <TagsEntry
      thing={thing}
      label="Tags"
      value={values.tags}
      onChange={(tags) => set({ tags } as Partial<WithTags<Values>>)}
      readOnly={isReadOnly}
      error={error ?? errorAt('tags')}
    />
  );
}
