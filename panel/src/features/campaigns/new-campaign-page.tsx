import { defaultCostMode } from '@waypost/contract/campaigns.ts';
import { Anchor, Box, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useNavigate, Link } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import type { PanelCampaign, WaypostPanelClient } from '../../lib/api.ts';
import { fillRotator } from '../../lib/fill-rotator.ts';
import { keyFor, type RequestKeys } from '../../lib/request-keys.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { useDraftKey } from '../../lib/record-form/use-draft-key.ts';
import { useRecordForm, type RecordForm } from '../../lib/record-form/use-record-form.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { textOf } from '../../ui/record/bind.tsx';
import { RecordChoice } from '../../ui/record/record-choice.tsx';
import { FieldGroup, RecordFormFrame } from '../../ui/record/record-form.tsx';
import { useRefreshCampaigns } from './campaign-queries.ts';
import { newCampaignFormSchema, type NewCampaignValues } from './campaign-form-schema.ts';

type Body = {
  name: string;
  trafficSourceId: string;
  offerId?: string;
  landingId?: string;
  rotatorId?: string;
};

/** The few things that a link needs. Everything else has its usual value and is changed on the campaign's page. */
export function NewCampaignPage(): ReactNode {
  const { api, may } = useWorkspace();
  const navigate = useNavigate();
  const refresh = useRefreshCampaigns();
  // A second try after a failure goes on with the rotator of the first.
  const madeRotator = useRef<string>(undefined);
  const [keys] = useState<RequestKeys>({});
  const form = useRecordForm<NewCampaignValues, PanelCampaign>({
    sheet: newCampaignFormSchema,
    draftKey: useDraftKey('campaigns', 'new'),
    record: undefined,
    isReadOnly: !may('campaigns.write'),
    save: (body) => makeCampaign(api, body as Body, { madeRotator, keys }),
    onSaved: ({ id }) => {
      refresh();
      void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id }, search: {}, replace: true });
    },
  });
  return (
    <Page title="New campaign">
      <Box maw={640}>
        <Section title="What a link needs">
          <RecordFormFrame form={form}>
            <Fields form={form} />
          </RecordFormFrame>
        </Section>
      </Box>
    </Page>
  );
}

/** What tries of the same campaign share: one whose answer was lost makes nothing twice. */
type Tries = { madeRotator: { current: string | undefined }; keys: RequestKeys };

async function makeCampaign(
  api: WaypostPanelClient,
  { name, trafficSourceId, offerId, landingId, rotatorId: chosen }: Body,
  { madeRotator, keys }: Tries,
): Promise<PanelCampaign> {
  const onceFor = (asked: object) => ({ idempotencyKey: keyFor(keys, JSON.stringify(asked)) });
  let rotatorId = chosen;
  if (offerId !== undefined) {
    rotatorId = madeRotator.current ?? (await api.createRotator({ name }, onceFor({ name }))).id;
    madeRotator.current = rotatorId;
    await fillRotator(api, rotatorId, { offerId, landingId });
  }
  const campaign = {
    name,
    trafficSourceId,
    cost: { mode: defaultCostMode(await api.getTrafficSource(trafficSourceId)) },
    destination: { mode: 'use_rotator', rotatorId: rotatorId ?? '' },
  } as const;
  const { publish: _, ...made } = await api.createCampaign(campaign, onceFor(campaign));
  return made;
}

function Fields({ form }: { form: RecordForm<NewCampaignValues> }): ReactNode {
  const { values, set, errorAt, isReadOnly } = form;
  return (
    <>
      <FieldGroup title="Where visitors come from">
        <TextInput {...textOf(form, 'name')} required data-autofocus />
        <RecordChoice
          label="Traffic source"
          description={
            <>
              Its macros are filled into the link.{' '}
              <NewRecord to="/traffic-sources/new">New traffic source</NewRecord>
            </>
          }
          placeholder="Choose a source"
          thing="traffic-sources"
          value={values.trafficSourceId}
          onChange={(trafficSourceId) => set({ trafficSourceId })}
          error={errorAt('trafficSourceId')}
          readOnly={isReadOnly}
        />
      </FieldGroup>
      <FieldGroup title="Where they go">
        <SegmentedControl
          aria-label="Where they go"
          data={[
            { value: 'offer', label: 'An offer' },
            { value: 'rotator', label: 'A rotator with rules' },
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
        placeholder="Choose an offer"
        thing="offers"
        value={values.offerId}
        onChange={(offerId) => set({ offerId })}
        error={errorAt('offerId')}
        readOnly={isReadOnly}
      />
      <RecordChoice
        label="Landing"
        description={
          <>
            A page of yours before the offer. <NewRecord to="/landings/new">New landing</NewRecord>
          </>
        }
        placeholder="None: straight to the offer"
        thing="landings"
        value={values.landingId}
        onChange={(landingId) => set({ landingId })}
        error={errorAt('landingId')}
        readOnly={isReadOnly}
        isOptional
      />
      <Text size="xs" c="dimmed">
        A rotator of the campaign’s name is made for it, so that rules can be added later.
      </Text>
    </>
  );
}

function RotatorField({ form }: { form: RecordForm<NewCampaignValues> }): ReactNode {
  const { values, set, errorAt, isReadOnly } = form;
  return (
    <RecordChoice
      label="Rotator"
      description="It decides by its rules which landing and offer a visitor gets."
      placeholder="Choose a rotator"
      thing="rotators"
      value={values.rotatorId}
      onChange={(rotatorId) => set({ rotatorId })}
      error={errorAt('rotatorId')}
      readOnly={isReadOnly}
    />
  );
}

/** What was typed here is kept meanwhile. */
function NewRecord({ to, children }: { to: string; children: ReactNode }): ReactNode {
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  );
}
