import { Box, Select, SimpleGrid, Skeleton, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CampaignChange, PanelCampaign, ShownCampaignSettings } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useDraftKey } from '../../lib/forms/use-draft-key.ts';
import { useRecordForm, type RecordForm } from '../../lib/forms/use-record-form.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { switchOf, textOf } from '../../ui/record/bind.tsx';
import { CountryField } from '../../ui/record/country-field.tsx';
import { RecordChoice } from '../../ui/record/record-choice.tsx';
import { FieldGroup, RecordFormFrame } from '../../ui/record/record-form.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { UrlField } from '../../ui/record/url-field.tsx';
import { campaignKey, useRefreshCampaigns, useShowWritten } from './campaign-queries.ts';
import { campaignFormSchema, settingsFormSchema, type CampaignValues } from './campaign-form-schema.ts';
import { CostFields } from './cost-fields.tsx';

/** Shows two forms that are saved separately. Each save creates a version. */
export function SettingsTab({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: campaignKey(workspace.id, campaign.id, 'settings'),
    queryFn: ({ signal }) => api.getCampaignSettings(campaign.id, { signal }),
  });
  const isReadOnly = !may('campaigns.write') || campaign.status === 'archived';
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" maw={1400}>
      <Section title="Campaign">
        <CampaignForm campaign={campaign} isReadOnly={isReadOnly} />
      </Section>
      <Section title="Conversions and fallback">
        {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
        {data === undefined ? (
          error === null ? (
            <Skeleton h={240} />
          ) : null
        ) : (
          <SettingsForm campaign={campaign} settings={data} isReadOnly={isReadOnly} />
        )}
      </Section>
    </SimpleGrid>
  );
}

function CampaignForm({ campaign, isReadOnly }: { campaign: PanelCampaign; isReadOnly: boolean }): ReactNode {
  const { api } = useWorkspace();
  const show = useShowWritten();
  const form = useRecordForm({
    formSchema: campaignFormSchema,
    draftKey: useDraftKey('campaigns', campaign.id),
    record: campaign,
    isReadOnly,
    save: (body) => api.updateCampaign(campaign.id, body as CampaignChange),
    onStale: show,
    onSaved: (saved) => {
      show(saved);
      showDone('Campaign saved.', undefined);
    },
  });
  const { values, set, errorAt } = form;
  return (
    <RecordFormFrame form={form} references={['traffic-sources', 'rotators', 'domains']}>
      <FieldGroup title="General">
        <TextInput {...textOf(form, 'name')} required />
        <RecordChoice
          label="Traffic source"
          placeholder="Select traffic source"
          thing="traffic-sources"
          value={values.trafficSourceId}
          onChange={(trafficSourceId) => set({ trafficSourceId })}
          error={errorAt('trafficSourceId')}
          readOnly={isReadOnly}
        />
        <RecordChoice
          label="Destination"
          description="The rotator that decides which landing page and offer each visitor gets."
          placeholder="Select rotator"
          thing="rotators"
          value={values.destination.rotatorId}
          onChange={(rotatorId) => set({ destination: { rotatorId } })}
          error={errorAt('destination.rotatorId')}
          readOnly={isReadOnly}
        />
        <CountryField form={form} name="country" />
      </FieldGroup>
      <CostFields form={form} cost={values.cost} trafficSourceId={values.trafficSourceId} />
      <TrackingFields form={form} />
    </RecordFormFrame>
  );
}

function TrackingFields({ form }: { form: RecordForm<CampaignValues> }): ReactNode {
  const { tracking } = form.values;
  const set = (change: Partial<CampaignValues['tracking']>) =>
    form.set({ tracking: { ...tracking, ...change } });
  return (
    <FieldGroup title="Tracking">
      <Select
        label="Method"
        data={[
          { value: 'redirect', label: 'Redirect (ads use the campaign link)' },
          { value: 'direct', label: 'Direct (ads link to your page, which has the tracking script)' },
        ]}
        value={tracking.method}
        allowDeselect={false}
        readOnly={form.isReadOnly}
        onChange={(method) => set({ method: method === 'direct' ? 'direct' : 'redirect' })}
      />
      <RecordChoice
        label="Tracking domain"
        placeholder="Default domain"
        thing="domains"
        value={tracking.domainId}
        onChange={(domainId) => set({ domainId })}
        error={form.errorAt('tracking.domainId')}
        readOnly={form.isReadOnly}
        isOptional
      />
      <Switch
        label="Count prefetch visits"
        checked={tracking.includePrefetch}
        disabled={form.isReadOnly}
        onChange={({ currentTarget }) => set({ includePrefetch: currentTarget.checked })}
      />
    </FieldGroup>
  );
}

function SettingsForm({
  campaign,
  settings,
  isReadOnly,
}: {
  campaign: PanelCampaign;
  settings: ShownCampaignSettings;
  isReadOnly: boolean;
}): ReactNode {
  const { api } = useWorkspace();
  const refresh = useRefreshCampaigns();
  const form = useRecordForm({
    formSchema: settingsFormSchema,
    draftKey: useDraftKey('campaigns', campaign.id, 'settings'),
    record: settings,
    isReadOnly,
    save: (body, query) => api.updateCampaignSettings(campaign.id, body as { version: number }, { query }),
    onStale: refresh,
    onSaved: () => {
      refresh();
      showDone('Settings saved.', undefined);
    },
  });
  return (
    <RecordFormFrame form={form}>
      <FieldGroup title="Conversions">
        <TextInput {...textOf(form, 'attributionDays')} inputMode="numeric" maw={360} required />
        <UrlField form={form} name="postbackUrl" use="postback" />
      </FieldGroup>
      <FieldGroup title="Routing">
        <UrlField form={form} name="fallbackUrl" use="page" />
        <Box>
          <Switch {...switchOf(form, 'passParameters')} />
        </Box>
      </FieldGroup>
    </RecordFormFrame>
  );
}
