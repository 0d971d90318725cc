import { Anchor, Box, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useNavigate, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useDraftKey } from '../../lib/forms/use-draft-key.ts';
import { useRecordForm, type RecordForm } from '../../lib/forms/use-record-form.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { textOf } from '../../ui/record/bind.tsx';
import { RecordChoice } from '../../ui/record/record-choice.tsx';
import { FieldGroup, RecordFormFrame } from '../../ui/record/record-form.tsx';
import { useRefreshCampaigns } from './campaign-queries.ts';
import { newCampaignFormSchema, type NewCampaignValues } from './campaign-form-schema.ts';

/** Asks only for the required fields. All other fields have defaults that can be changed on the campaign page. */
export function NewCampaignPage(): ReactNode {
  const { api, may } = useWorkspace();
  const navigate = useNavigate();
  const refresh = useRefreshCampaigns();
  const [keys] = useState<RequestKeys>({});
  const form = useRecordForm<NewCampaignValues, PanelCampaign>({
    formSchema: newCampaignFormSchema,
    draftKey: useDraftKey('campaigns', 'new'),
    record: undefined,
    isReadOnly: !may('campaigns.write'),
    save: async (values) => {
      const { leadsTo: _, ...body } = values;
      return await api.setUpCampaign(body, { idempotencyKey: keyFor(keys, JSON.stringify(body)) });
    },
    onSaved: ({ id }) => {
      refresh();
      void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id }, search: {}, replace: true });
    },
  });
  return (
    <Page title="New campaign">
      <Box maw={640}>
        <Section title="Details">
          <RecordFormFrame form={form}>
            <Fields form={form} />
          </RecordFormFrame>
        </Section>
      </Box>
    </Page>
  );
}

function Fields({ form }: { form: RecordForm<NewCampaignValues> }): ReactNode {
  const { values, set, errorAt, isReadOnly } = form;
  return (
    <>
      <FieldGroup title="Source">
        <TextInput {...textOf(form, 'name')} required data-autofocus />
        <RecordChoice
          label="Traffic source"
          description={
            <>
              The source’s macros are added to the campaign link.{' '}
              <NewRecord to="/traffic-sources/new">New traffic source</NewRecord>
            </>
          }
          placeholder="Select traffic source"
          thing="traffic-sources"
          value={values.trafficSourceId}
          onChange={(trafficSourceId) => set({ trafficSourceId })}
          error={errorAt('trafficSourceId')}
          readOnly={isReadOnly}
        />
      </FieldGroup>
      <FieldGroup title="Destination">
        <SegmentedControl
          aria-label="Destination"
          data={[
            { value: 'offer', label: 'Offer' },
            { value: 'rotator', label: 'Rotator' },
          ]}
          value={values.leadsTo}
          onChange={(leadsTo) => set({ leadsTo: leadsTo === 'rotator' ? 'rotator' : 'offer' })}
        />
        {values.leadsTo === 'offer' ? <OfferFields form={form} /> : <RotatorField form={form} />}
      </FieldGroup>
    </>
  );
}

function OfferFields({ form }: { form: RecordForm<NewCampaignValues> }): ReactNode {
  const { values, set, errorAt, isReadOnly } = form;
  return (
    <>
      <RecordChoice
        label="Offer"
        description={<NewRecord to="/offers/new">New offer</NewRecord>}
        placeholder="Select offer"
        thing="offers"
        value={values.offerId}
        onChange={(offerId) => set({ offerId })}
        error={errorAt('offerId')}
        readOnly={isReadOnly}
      />
      <RecordChoice
        label="Landing page"
        description={
          <>
            Optional page shown before the offer. <NewRecord to="/landings/new">New landing page</NewRecord>
          </>
        }
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

function NewRecord({ to, children }: { to: string; children: ReactNode }): ReactNode {
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  );
}
