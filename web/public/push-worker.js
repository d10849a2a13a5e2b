// The service worker of web push: shows a notice that arrived while no page was looking, and opens the alerts when it is clicked.
// The tag is the key of the firing, so that a repeat replaces its first copy instead of standing beside it.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  let notice;
  try {
    notice = event.data ? event.data.json() : null;
  } catch {
    notice = null;
  }
  if (!notice || typeof notice.title !== 'string') return;
  event.waitUntil(
    self.registration.showNotification(notice.title, {
      body: String(notice.body ?? notice.popContent ?? ''),
      tag: String(notice.key ?? notice.tag ?? ''),
      icon: '/favicon.svg',
      data: { url: pathOf(notice.url) },
    }),
  );
});

/** Only pages of this site are opened, whole addresses of them included. */
function pathOf(url) {
  try {
    const { origin, pathname, search } = new URL(url, self.location.origin);
    if (typeof url === 'string' && origin === self.location.origin) return pathname + search;
  } catch {
    // Not an address.
  }
  return '/price-alert?tab=history';
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data ?? {};
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((open) => {
      const page = open.find((client) => 'focus' in client);
      return page ? page.focus().then(() => page.navigate(url)) : self.clients.openWindow(url);
    }),
  );
});
