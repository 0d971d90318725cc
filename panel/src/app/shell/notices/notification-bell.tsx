import { ActionIcon, Anchor, Popover, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconCheck, IconLoader2, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatOpenAlerts, useOpenAlerts } from '../use-open-alerts.ts';
import type { Notification } from './collect-notifications.ts';
import classes from './notices.module.css';
import { countNews, formatCounts } from './read-notices.ts';
import { usePopoverLayer } from '../../../ui/use-layer.ts';
import { useNotifications } from './use-notifications.ts';

export function NotificationBell(): ReactNode {
  const { notices, markRead } = useNotifications();
  const [isOpen, setOpen] = useState(false);
  const change = (opens: boolean) => {
    // Notifications are marked as read when the list closes, so that no notification disappears while the list is open.
    if (!opens) markRead();
    setOpen(opens);
  };
  usePopoverLayer(isOpen, () => change(false));
  if (notices.length === 0 && !isOpen) return null;
  const news = countNews(notices);
  return (
    <Popover opened={isOpen} onChange={change} position="bottom-start" width={320} trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          size="lg"
          className={classes['bell']}
          aria-label={`Notifications: ${formatCounts(notices)}`}
          title="Notifications"
          onClick={() => change(!isOpen)}
        >
          <IconBell size={18} stroke={1.6} aria-hidden />
          <span
            className={classes['count']}
            data-failed={notices.some(({ state }) => state === 'failed') || undefined}
            aria-hidden
          >
            {news > 0 ? news : '…'}
          </span>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <ul className={classes['list']}>
          {notices.map((notice) => (
            <NoticeLine key={notice.keys.join()} notice={notice} onLeave={() => change(false)} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Announces new notifications and alerts to screen readers. This component is separate from the bell, because the page
 * contains two bells, which would announce everything twice.
 */
export function NotificationAnnouncer(): ReactNode {
  const { notices } = useNotifications();
  const alerts = useOpenAlerts();
  return (
    <>
      <VisuallyHidden role="status">
        {notices.length === 0 ? '' : `Notifications: ${formatCounts(notices)}`}
      </VisuallyHidden>
      <VisuallyHidden role="status">{alerts === 0 ? '' : formatOpenAlerts(alerts)}</VisuallyHidden>
    </>
  );
}

const signs: Record<Notification['state'], [Icon, string]> = {
  running: [IconLoader2, 'Running'],
  done: [IconCheck, 'Done'],
  failed: [IconAlertTriangle, 'Failed'],
};

function NoticeLine({ notice, onLeave }: { notice: Notification; onLeave: () => void }): ReactNode {
  const { title, detail, state, share, campaignId } = notice;
  const [Sign, word] = signs[state];
  return (
    <li data-state={state}>
      <Sign size={16} aria-label={word} />
      <div>
        <Text fw={600} className="wp-wrap">
          {title}
        </Text>
        <Text size="xs" c="dimmed" className="wp-wrap">
          {detail}
        </Text>
        {share === undefined ? null : <Progress value={share * 100} size="xs" mt={4} aria-label={title} />}
        {campaignId === undefined ? null : (
          <Anchor
            size="xs"
            renderRoot={(root) => <Link {...root} to="/campaigns/$campaignId" params={{ campaignId }} />}
            onClick={onLeave}
          >
            Open campaign
          </Anchor>
        )}
      </div>
    </li>
  );
}
