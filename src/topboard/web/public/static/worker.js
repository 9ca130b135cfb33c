// Phones show a notification only through a worker. This one keeps no pages and fetches nothing.
"use strict";
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => page.url === address) || pages[0];
    if (open) { await open.focus(); if (open.url !== address) await open.navigate?.(address).catch(() => {}); }
    else await self.clients.openWindow(address);
  })());
});
