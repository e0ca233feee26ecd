/// <reference lib="webworker" />
/**
 * The service worker: after one visit, the page, its documentation and its examples work without a network.
 *
 * Each build has a cache of its own, and a page is served from the latest cache that is complete. The page refers to
 * its code by names with hashes of the content, so it gets the code of its own build, also while another tab shows
 * another build. Which worker is active does not matter: Chromium may delay the next one while a page loads.
 */

/** The files of a build by their paths from the page, each with its hash as in the attribute `integrity`. */
interface Build {
  /** of the list of files */
  id: string;
  files: Record<string, string>;
}

/** Written by `www/scripts/offline.ts`. */
declare const __BUILD__: Build;

const worker = self as unknown as ServiceWorkerGlobalScope;
const { scope } = worker.registration;
// All pages of an origin share its caches.
const prefix = `schedscope ${scope} `;
/** In a complete cache: when it was completed, in milliseconds since 1970. */
const completed = new URL(".completed", scope).href;

const isHashed = (file: string): boolean => file.startsWith("assets/");

worker.addEventListener("install", (event) => event.waitUntil(cacheBuild(__BUILD__)));

// No tab shows an earlier build.
worker.addEventListener("activate", (event) => event.waitUntil(dropEarlier()));

worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  const address = origin + pathname;
  if (method === "GET" && address.startsWith(scope)) event.respondWith(serve(address, event.request));
});

async function serve(address: string, request: Request): Promise<Response> {
  if (isHashed(address.slice(scope.length))) return (await caches.match(address)) ?? fetch(request);
  const latest = await latestBuild();
  const file = address.endsWith("/") ? `${address}index.html` : address;
  const cached = latest === null ? undefined : await (await caches.open(latest)).match(file);
  return cached ?? fetch(request);
}

async function cacheBuild({ id, files }: Build): Promise<void> {
  const cache = await caches.open(prefix + id);
  await Promise.all(
    Object.entries(files).map(async ([file, integrity]) => {
      const address = new URL(file, scope).href;
      const known = isHashed(file) ? await caches.match(address) : undefined;
      if (known !== undefined) return cache.put(address, known);
      // Other content belongs to another build, which the server has by now: then this one is not installed.
      const response = await fetch(address, { integrity, cache: isHashed(file) ? "force-cache" : "no-cache" });
      if (!response.ok) throw new TypeError(`${response.status} ${address}`);
      // A browser does not accept a redirected response as a page.
      return cache.put(address, response.redirected ? new Response(response.body, response) : response);
    }),
  );
  await cache.put(completed, new Response(String(Date.now())));
}

/** The names of the caches of the page, also of incomplete ones. */
const builds = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(prefix));

/** The name of the cache that was completed last; null: none is complete. */
async function latestBuild(): Promise<string | null> {
  let latest: { name: string; time: number } | null = null;
  for (const name of await builds()) {
    const mark = await (await caches.open(name)).match(completed);
    const time = mark === undefined ? null : Number(await mark.text());
    if (time !== null && (latest === null || time > latest.time)) latest = { name, time };
  }
  return latest?.name ?? null;
}

async function dropEarlier(): Promise<void> {
  const latest = await latestBuild();
  await Promise.all((await builds()).filter((name) => name !== latest).map((name) => caches.delete(name)));
  // The tab that registered the worker works without a network from now on.
  await worker.clients.claim();
}
