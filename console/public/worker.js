// Shows pushes, and answers a navigation without connection with an offline page. The worker caches nothing, because a
// cache would hold personal data. `console/src/live/this-device.ts` registers it.
const OFFLINE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Sem conexão</title>
<body style="font:1.125rem/1.5 system-ui;display:grid;place-content:center;min-height:90vh;text-align:center;padding:1rem">
<h1>Sem conexão</h1><p>O painel abre quando a internet voltar.</p><p><a href="">Tentar de novo</a></p>`;

const answerOffline = () =>
  new Response(OFFLINE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(answerOffline));
  }
});

addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(
    registration.showNotification(title, {
      body,
      tag,
      lang: 'pt-BR',
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path },
    }),
  );
});

async function open(path) {
  const [tab] = await clients.matchAll({ type: 'window' });
  if (!tab) return clients.openWindow(path);
  await tab.focus();
  return tab.navigate(path);
}

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
