import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, useState, type ReactNode } from 'react';
import type { RecordUses } from '../../lib/api/api.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { useRecordUses } from '../../lib/records/use-record-uses.ts';
import { Confirm } from '../../ui/confirm.tsx';

type Campaigns = RecordUses['campaigns'];

const namedMax = 20;

// Warns above a form if several campaigns use the rotator, because an edit affects all of them.
export function SharedNote({ rotatorId }: { rotatorId: string }): ReactNode {
  const { data } = useRecordUses('rotators', rotatorId);
  if (data === undefined || data.campaigns.total < 2) return null;
  const { campaigns } = data;
  return (
    <Alert
      mb="md"
      variant="light"
      color="gray"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${campaigns.total} campaigns use this rotator`}
    >
      Changes affect all of them: <CampaignNames campaigns={campaigns} />. To change only one, duplicate the
      rotator and switch that campaign to the copy.
    </Alert>
  );
}

function CampaignNames({ campaigns: { items, total } }: { campaigns: Campaigns }): ReactNode {
  const shown = items.slice(0, namedMax);
  return (
    <>
      {shown.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : ', '}
          <Anchor component={Link} to={`/campaigns/${id}`} inherit>
            {name}
          </Anchor>
        </Fragment>
      ))}
      {total > shown.length ? ` and ${total - shown.length} more` : ''}
    </>
  );
}

// Makes saving ask for confirmation if more than one active campaign uses the rotator.
export function useSharedSave<Values extends object>(
  rotatorId: string,
  form: RecordForm<Values>,
): { form: RecordForm<Values>; confirmation: ReactNode } {
  const { data } = useRecordUses('rotators', rotatorId);
  const [isAsking, setAsking] = useState(false);
  const active = data?.campaigns.active ?? 0;
  // A form that cannot be saved shows its errors instead of the question.
  const canSave = form.isDirty && form.conflict === undefined && form.listErrors().length === 0;
  const save = () => (active > 1 && canSave ? setAsking(true) : form.save());
  const close = () => setAsking(false);
  return {
    form: { ...form, save },
    confirmation:
      isAsking && data !== undefined ? (
        <Confirm
          title={`Save for ${active} active campaigns?`}
          action={`Save for ${active} campaigns`}
          color="ink"
          doing={{
            mutate: () => {
              close();
              form.save();
            },
            isPending: form.isPending,
            error: null,
          }}
          close={close}
        >
          <Text>
            The changes go live in all of them: <CampaignNames campaigns={activeOf(data.campaigns)} />.
          </Text>
        </Confirm>
      ) : null,
  };
}

function activeOf({ items, active }: Campaigns): Campaigns {
  return { active, total: active, items: items.filter(({ status }) => status === 'active') };
}
