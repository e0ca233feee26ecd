/** The page's side of its service worker. */

/**
 * Registers the service worker that the page names, if any: `schedscope open` serves the page without one, because its
 * address differs each time. Without service workers, as over plain HTTP, the page needs its server.
 */
export async function registerServiceWorker(): Promise<void> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="service-worker"]');
  if (named === null || !navigator.serviceWorker) return;
  // The browser's cache may not hide a later build.
  await navigator.serviceWorker.register(named.content, { updateViaCache: "none" }).catch(() => undefined);
}
