import { networkMacros } from '../../lib/network-macros.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { RecordChoice } from '../../ui/record/record-choice.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';

/** What the network is given to call. Each campaign has an address of its own. */
export function PostbackUrlGroup(): ReactNode {
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
    <FieldGroup
      title="Postback URL"
      lead="What the network calls when a conversion happens. Each campaign has its own."
    >
      <RecordChoice
        aria-label="Campaign"
        thing="campaigns"
        placeholder="Choose a campaign"
        value={campaignId}
        onChange={setCampaignId}
        isOptional
      />
      {error === null ? null : <ErrorNote error={error} />}
      {data === undefined || campaignId === '' ? null : (
        <CopyLine
          label="Postback URL for the network"
          text={data.event + networkMacros}
          help="Put the macros of the network in place of those in braces. It holds the key of the campaign, so it is a secret."
        />
      )}
    </FieldGroup>
  );
}
