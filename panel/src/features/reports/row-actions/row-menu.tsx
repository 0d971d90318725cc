import { Menu } from '@mantine/core';
import {
  IconBan,
  IconChartBar,
  IconCircleCheck,
  IconCopy,
  IconExternalLink,
  IconFilterOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconScale,
  IconTimeline,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use, useState, type ReactNode } from 'react';
import type { PanelCampaign } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { onCurrentVersion } from '../../../lib/api/on-current-version.ts';
import { dimensionLabel, formatDimensionValue } from '../../../lib/reports/dimension-labels.ts';
import { FieldNamingContext } from '../../../lib/reports/field-naming.ts';
import { showDone } from '../../../ui/record/undo.tsx';
import type { Report } from '../report.ts';
import { filtersMax, type ReportFilter } from '../report-search.ts';
import type { TableReportRow } from '../tree-rows.ts';
import type { RequestedReport } from '../use-report-definition.ts';
import { AnchoredMenu } from './anchored-menu.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { isBlocked } from './block-value.ts';
import { subjectsOf, type RowSubject, type RowSubjects } from './row-subjects.ts';
import { useCampaignRouting } from './use-routing.ts';
import { WeightDialog } from './weight-dialog.tsx';

export type OpenRow = { row: TableReportRow; anchor: HTMLElement };

type Asked =
  | { kind: 'block'; subject: RowSubject }
  | { kind: 'weight'; subject: RowSubjects['weighted'][number] };

type RowMenuProps = {
  open: OpenRow;
  requested: Pick<RequestedReport, 'dimensions' | 'filters' | 'scope'>;
  labels: Report['labels'];
  onDrill: () => void;
  onFilter: (filter: ReportFilter) => void;
  close: () => void;
};

// Shows the actions for what a row stands for, and then the dialog of the chosen action.
export function RowMenu(props: RowMenuProps): ReactNode {
  const { open, requested, labels, close } = props;
  const [asked, setAsked] = useState<Asked>();
  const { dimensions, scope } = requested;
  const subjects = subjectsOf(open.row.values, { dimensions, filters: scope });
  const show = ({ field, value }: RowSubject) => formatDimensionValue(field, value, labels[field]);
  const closeAll = () => {
    close();
    // Without a focused row, the keyboard would start at the top of the page again.
    open.anchor.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
  };
  if (asked !== undefined) {
    const dialog = { shown: show(asked.subject), campaignId: subjects.campaignId, close: closeAll };
    return asked.kind === 'block' ? (
      <BlockDialog {...dialog} subject={asked.subject} />
    ) : (
      <WeightDialog {...dialog} subject={asked.subject} />
    );
  }
  return <Items {...props} subjects={subjects} show={show} ask={setAsked} close={closeAll} />;
}

type ItemProps = {
  subjects: RowSubjects;
  show: (subject: RowSubject) => string;
  name: (subject: RowSubject) => string;
};

function Items({
  open,
  requested,
  subjects,
  show,
  ask,
  onDrill,
  onFilter,
  close,
}: RowMenuProps & Pick<ItemProps, 'subjects' | 'show'> & { ask: (asked: Asked) => void }): ReactNode {
  const { may } = useWorkspace();
  const { labels } = use(FieldNamingContext);
  const name = ({ field, value }: RowSubject) => `${dimensionLabel(field, labels)} ${show({ field, value })}`;
  return (
    <AnchoredMenu anchor={open.anchor} close={close}>
      <Menu.Item leftSection={<IconChartBar size={14} aria-hidden />} onClick={onDrill}>
        Break down further
      </Menu.Item>
      {may('rotators.manage') ? <RoutingItems {...{ subjects, show, name, ask }} /> : null}
      {subjects.campaignId === undefined ? null : <CampaignItems campaignId={subjects.campaignId} />}
      <Menu.Divider />
      {requested.filters.length < filtersMax
        ? subjects.values.map(({ field, value }) => (
            <Menu.Item
              key={field}
              leftSection={<IconFilterOff size={14} aria-hidden />}
              onClick={() => onFilter({ field, op: 'isNot', values: [value] })}
            >
              {`Exclude ${value === null ? `unknown ${dimensionLabel(field, labels)}` : name({ field, value: String(value) })}`}
            </Menu.Item>
          ))
        : null}
      <CopyItems {...{ subjects, show }} />
    </AnchoredMenu>
  );
}

function RoutingItems({ subjects, show, name, ask }: ItemProps & { ask: (asked: Asked) => void }): ReactNode {
  const { campaignId } = subjects;
  const { routing } = useCampaignRouting(campaignId);
  const blocks = (subject: RowSubject) =>
    routing !== undefined && campaignId !== undefined && isBlocked(routing, { campaignId, ...subject });
  return (
    <>
      {subjects.toBlock.map((subject) => (
        <Menu.Item
          key={subject.field}
          closeMenuOnClick={false}
          leftSection={
            blocks(subject) ? <IconCircleCheck size={14} aria-hidden /> : <IconBan size={14} aria-hidden />
          }
          onClick={() => ask({ kind: 'block', subject })}
        >
          {`${blocks(subject) ? 'Allow' : 'Block'} ${name(subject)}…`}
        </Menu.Item>
      ))}
      {subjects.weighted.map((subject) => (
        <Menu.Item
          key={subject.field}
          closeMenuOnClick={false}
          leftSection={<IconScale size={14} aria-hidden />}
          onClick={() => ask({ kind: 'weight', subject })}
        >
          {`Pause or change weight of ${show(subject)}…`}
        </Menu.Item>
      ))}
    </>
  );
}

function CampaignItems({ campaignId }: { campaignId: string }): ReactNode {
  const { may } = useWorkspace();
  const { campaign } = useCampaignRouting(campaignId);
  const navigate = useNavigate();
  return (
    <>
      {campaign === undefined ? null : <CampaignSwitch campaign={campaign} />}
      <Menu.Item
        leftSection={<IconExternalLink size={14} aria-hidden />}
        onClick={() => void navigate({ to: '/campaigns/$campaignId', params: { campaignId }, search: {} })}
      >
        Open campaign
      </Menu.Item>
      {may('events.read') ? (
        <Menu.Item
          leftSection={<IconTimeline size={14} aria-hidden />}
          onClick={() => void navigate({ to: '/events', search: { campaignId } })}
        >
          Open events of the campaign
        </Menu.Item>
      ) : null}
    </>
  );
}

function CopyItems({ subjects, show }: Pick<ItemProps, 'subjects' | 'show'>): ReactNode {
  const known = subjects.values.filter((one): one is RowSubject => typeof one.value === 'string');
  return known.map((subject) => (
    <Menu.Item
      key={subject.field}
      leftSection={<IconCopy size={14} aria-hidden />}
      onClick={() => void copy(show(subject))}
    >
      {`Copy “${show(subject)}”`}
    </Menu.Item>
  ));
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showDone('Copied.', undefined);
}

// Pauses or resumes the campaign at once, because this can be undone.
function CampaignSwitch({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const isPaused = campaign.status === 'paused';
  const send = async ({ id, version }: PanelCampaign, isPausing: boolean) => {
    const written = await onCurrentVersion(version, (current) =>
      isPausing ? api.pauseCampaign(id, { version: current }) : api.resumeCampaign(id, { version: current }),
    );
    void queries.invalidateQueries({ queryKey: [workspace.id, 'campaigns'] });
    return written;
  };
  const { mutate } = useMutation({
    mutationFn: () => send(campaign, !isPaused),
    onSuccess: (written) =>
      showDone(`${campaign.name} ${isPaused ? 'resumed' : 'paused'}.`, () => send(written, isPaused)),
  });
  if (!may('campaigns.write') || campaign.status === 'archived') return null;
  return (
    <Menu.Item
      leftSection={
        isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
      }
      onClick={() => mutate()}
    >
      {`${isPaused ? 'Resume' : 'Pause'} campaign ${campaign.name}`}
    </Menu.Item>
  );
}
