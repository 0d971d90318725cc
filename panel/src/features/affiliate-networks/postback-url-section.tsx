import { networkMacros } from '../../lib/format/network-macros.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { RecordChoice } from '../../ui/record/record-choice.tsx';
import { Section } from '../../ui/section.tsx';

export function PostbackUrlSection(): ReactNode {
  const { api, may, workspace } = useWorkspace();
  const [campaignId, setCampaignId] = useState('');
  const isAllowed = may('incoming-keys.read');
  const { data, error } = useQuery({
    queryKey: [workspace.id, 'campaigns', campaignId, 'links'],
    queryFn: ({ signal }) => api.getCampaignLinks(campaignId, { signal }),
    enabled: campaignId !== '' && isAllowed,
  });
  if (!isAllowed) return null;
  return (
    <Section
      title="Postback URL"
      lead="The URL that the network calls for each conversion. Each campaign has its own URL."
    >
      <RecordChoice
        aria-label="Campaign"
        thing="campaigns"
        placeholder="Select campaign"
        value={campaignId}
        onChange={setCampaignId}
        isOptional
      />
      {error === null ? null : <ErrorNote error={error} />}
      {data === undefined || campaignId === '' ? null : (
        <CopyLine
          label="Incoming postback URL"
          text={data.event + networkMacros}
          help="Replace the values in braces with the network’s macros. The URL contains the campaign’s key, so keep it secret."
        />
      )}
    </Section>
  );
}
