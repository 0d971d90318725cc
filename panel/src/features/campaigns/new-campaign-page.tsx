import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useDraftKey } from '../../lib/forms/use-draft-key.ts';
import { useRecordForm, type RecordForm } from '../../lib/forms/use-record-form.ts';
import { createWithTags, withTags, withoutTags, type WithTags } from '../../lib/records/with-tags.ts';
import { textOf } from '../../ui/record/bind.tsx';
import { NewRecordFrame } from '../../ui/record/new-record-frame.tsx';
import { RecordChoice } from '../../ui/record/record-choice.tsx';
import { FieldGroup, RecordFormFrame } from '../../ui/record/record-form.tsx';
import { TagsField } from '../../ui/record/tags-field.tsx';
import { useNamesIn } from '../../ui/record/use-names-in.ts';
import { useRefreshCampaigns } from './campaign-queries.ts';
import { CostFields } from './cost-fields.tsx';
import { newCampaignFormSchema, type NewCampaignValues } from './campaign-form-schema.ts';

const taggedSchema = withTags(newCampaignFormSchema);

/** Requires only a traffic source and a destination. Records that do not exist yet can be created in place. */
export function NewCampaignPage(): ReactNode {
  const { api, may } = useWorkspace();
  const navigate = useNavigate();
  const refresh = useRefreshCampaigns();
  const [keys] = useState<RequestKeys>({});
  const form = useRecordForm<WithTags<NewCampaignValues>, PanelCampaign>({
    formSchema: taggedSchema,
    draftKey: useDraftKey('campaigns', 'new'),
    record: undefined,
    isReadOnly: !may('campaigns.write'),
    save: async (values) => {
      const { leadsTo: _, ...given } = values;
      return await createWithTags(api, 'campaign', given, (body) =>
        api.setUpCampaign(body, { idempotencyKey: keyFor(keys, JSON.stringify(body)) }),
      );
    },
    onSaved: ({ id }) => {
      refresh();
      void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id }, search: {}, replace: true });
    },
  });
  return (
    <NewRecordFrame title="New campaign">
      <RecordFormFrame form={form}>
        <Fields form={form} />
      </RecordFormFrame>
    </NewRecordFrame>
  );
}

function Fields({ form }: { form: RecordForm<WithTags<NewCampaignValues>> }): ReactNode {
  const { values, set, errorAt, isReadOnly } = form;
  return (
    <>
      <FieldGroup title="Source">
        <RecordChoice
          label="Traffic source"
          description="The source’s macros are added to the campaign link."
          data-autofocus
          placeholder="Select traffic source"
          thing="traffic-sources"
          value={values.trafficSourceId}
          onChange={(trafficSourceId) => set({ trafficSourceId })}
          error={errorAt('trafficSourceId')}
          readOnly={isReadOnly}
        />
      </FieldGroup>
      <CostFields form={form} cost={values.cost} trafficSourceId={values.trafficSourceId} />
      <FieldGroup title="Destination">
        <SegmentedControl
          aria-label="Destination"
          style={{ alignSelf: 'flex-start' }}
          data={[
            { value: 'offer', label: 'Offer' },
            { value: 'rotator', label: 'Rotator' },
          ]}
          value={values.leadsTo}
          onChange={(leadsTo) => set({ leadsTo: leadsTo === 'rotator' ? 'rotator' : 'offer' })}
        />
        {values.leadsTo === 'offer' ? (
          <OfferFields form={withoutTags(form)} />
        ) : (
          <RotatorField form={withoutTags(form)} />
        )}
      </FieldGroup>
      <NameGroup form={form} />
    </>
  );
}

function OfferFields({ form }: { form: RecordForm<NewCampaignValues> }): ReactNode {
  const { values, set, errorAt, isReadOnly } = form;
  return (
    <>
      <RecordChoice
        label="Offer"
        placeholder="Select offer"
        thing="offers"
        value={values.offerId}
        onChange={(offerId) => set({ offerId })}
        error={errorAt('offerId')}
        readOnly={isReadOnly}
      />
      <RecordChoice
        label="Landing page"
        description="Optional page shown before the offer."
        placeholder="None (straight to the offer)"
        thing="landings"
        value={values.landingId}
        onChange={(landingId) => set({ landingId })}
        error={errorAt('landingId')}
        readOnly={isReadOnly}
        isOptional
      />
      <Text size="xs" c="dimmed">
        Waypost creates a rotator named after the campaign so that you can add rules later.
      </Text>
    </>
  );
}

function RotatorField({ form }: { form: RecordForm<NewCampaignValues> }): ReactNode {
  const { values, set, errorAt, isReadOnly } = form;
  return (
    <RecordChoice
      label="Rotator"
      description="The rotator’s rules decide which landing page and offer each visitor gets."
      placeholder="Select rotator"
      thing="rotators"
      value={values.rotatorId}
      onChange={(rotatorId) => set({ rotatorId })}
      error={errorAt('rotatorId')}
      readOnly={isReadOnly}
    />
  );
}

function NameGroup({ form }: { form: RecordForm<WithTags<NewCampaignValues>> }): ReactNode {
  const { trafficSourceId, leadsTo, offerId, rotatorId } = form.values;
  const targetId = leadsTo === 'offer' ? offerId : rotatorId;
  const names = useNamesIn([trafficSourceId, targetId], ['traffic-sources', 'offers', 'rotators']);
  const [source, target] = [names.get(trafficSourceId), names.get(targetId)];
  return (
    <FieldGroup title="Campaign">
      <TextInput
        {...textOf(form, 'name')}
        placeholder={source === undefined || target === undefined ? '' : `${source} to ${target}`}
        description="Optional. By default, the campaign is named after its traffic source and destination."
      />
      <TagsField form={form} thing="campaigns" />
    </FieldGroup>
  );
}
