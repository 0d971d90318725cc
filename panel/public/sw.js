// Shows the alerts that a push service delivers, also while the panel is closed. This worker handles no requests and
// keeps no files, so that browsers always load the panel from the server.

// Browsers require a notification for every message.
const unreadable = {
  path: '/alerts',
  notifications: [{ tag: 'unreadable', title: 'Waypost', body: 'There is a new alert.' }],
};

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { path, notifications } = readContent(event.data);
  const shown = notifications.map(({ tag, title, body }) =>
    self.registration.showNotification(title, {
      tag,
      body,
      renotify: true,
      icon: '/icon-192.png',
      data: { path },
    }),
  );
  event.waitUntil(Promise.all(shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openScreen(new URL(event.notification.data.path, self.location.origin)));
});

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

function readContent(data) {
  try {
    const content = data.json();
    return content.notifications.length > 0 ? content : unreadable;
  } catch {
    return unreadable;
  }
}

// Focuses a tab that already shows the screen. Other tabs keep their page, which may have unsaved changes.
async function openScreen(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tabs = windows.filter((one) => new URL(one.url).pathname === url.pathname);
  const exact = tabs.find((one) => workspaceOf(one) === url.searchParams.get('ws'));
  // Without a workspace in its URL, the tab shows the one that was used last.
  const tab = exact ?? tabs.find((one) => workspaceOf(one) === null);
  if (tab === undefined) return await self.clients.openWindow(url.href);
  await tab.focus();
  if (tab !== exact) await tab.navigate(url.href).catch(() => self.clients.openWindow(url.href));
}

function workspaceOf({ url }) {
  return new URL(url).searchParams.get('ws');
}

// Replaces the subscription in each workspace that knows the old one. If the browser does not say which one that was,
// or the session has expired, the device stays off until someone turns it on again on the Alerts screen.
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const subscription =
    newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys;
  const body = JSON.stringify({ endpoint, p256dh, auth, replaces: oldSubscription.endpoint });
  const me = await fetch('/panel/api/me');
  if (!me.ok) return;
  const { data } = await me.json();
  const headers = { 'content-type': 'application/json' };
  await Promise.all(
    data.workspaces.map(({ id }) =>
      fetch(`/panel/api/workspaces/${id}/alerts/devices`, { method: 'POST', headers, body }),
    ),
  );
}
