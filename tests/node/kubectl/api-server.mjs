// A stub of the API server: discovery, lists in pages, watches, and what real ones refuse. It listens on loopback.
import { once } from "node:events";
import { createServer } from "node:http";

/** Version of the API, plural, kind; cluster-wide ones end in `!`. */
const known = `
v1 pods Pod
v1 nodes Node!
v1 namespaces Namespace!
v1 services Service
v1 resourcequotas ResourceQuota
v1 limitranges LimitRange
v1 persistentvolumeclaims PersistentVolumeClaim
v1 persistentvolumes PersistentVolume!
v1 configmaps ConfigMap
apps/v1 deployments Deployment
apps/v1 daemonsets DaemonSet
apps/v1 replicasets ReplicaSet
apps/v1 statefulsets StatefulSet
batch/v1 jobs Job
batch/v1 cronjobs CronJob
policy/v1 poddisruptionbudgets PodDisruptionBudget
scheduling.k8s.io/v1 priorityclasses PriorityClass!
node.k8s.io/v1 runtimeclasses RuntimeClass!
storage.k8s.io/v1 storageclasses StorageClass!
storage.k8s.io/v1 csinodes CSINode!
storage.k8s.io/v1 csidrivers CSIDriver!
storage.k8s.io/v1 csistoragecapacities CSIStorageCapacity
storage.k8s.io/v1 volumeattachments VolumeAttachment!
metrics.k8s.io/v1beta1 pods PodMetrics
metrics.k8s.io/v1beta1 nodes NodeMetrics!
scheduling.x-k8s.io/v1alpha1 elasticquotas ElasticQuota
argoproj.io/v1alpha1 applicationsets ApplicationSet
cluster.open-cluster-management.io/v1 managedclusters ManagedCluster!
cluster.open-cluster-management.io/v1beta2 managedclustersets ManagedClusterSet!
cluster.open-cluster-management.io/v1beta2 managedclustersetbindings ManagedClusterSetBinding
cluster.open-cluster-management.io/v1beta1 managedclustersets ManagedClusterSet!
cluster.open-cluster-management.io/v1beta1 placements Placement
cluster.open-cluster-management.io/v1beta1 placementdecisions PlacementDecision
cluster.open-cluster-management.io/v1alpha1 addonplacementscores AddOnPlacementScore`;

const kinds = known
  .trim()
  .split("\n")
  .map((line) => {
    const [apiVersion, plural, kind] = line.split(" ");
    const name = kind.replace("!", "");
    return { apiVersion, plural, kind: name, namespaced: name === kind, root: rootOf(apiVersion) };
  });

function rootOf(apiVersion) {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

const status = (code, reason, message) => ({
  code,
  body: { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message },
});

/** The objects of one kind in one version: the same objects are served in every version. */
const isOf = (object, { kind, apiVersion }) =>
  object.kind === kind && object.apiVersion.split("/").at(-2) === apiVersion.split("/").at(-2);

/**
 * Serves objects. `absent`: groups and plurals that it lacks. `denied`: plurals that may not be read of all namespaces;
 * with `!` at the end, nowhere. `expires`: each first continue token has expired. `prefix`: a path before all others.
 */
export async function apiServer(
  objects,
  { absent = [], denied = [], expires = false, prefix = "", token, broken = [] } = {},
) {
  const world = [...objects];
  const requests = [];
  const watches = new Set();
  let revision = 1000;
  let expired = 0;
  const served = kinds.filter(
    ({ apiVersion, plural }) => !absent.includes(plural) && !absent.includes(apiVersion.split("/").at(-2)),
  );

  function discovery(path) {
    if (path === "/api") return { kind: "APIVersions", versions: ["v1"] };
    if (path === "/apis") {
      const groups = [...new Set(served.filter(({ root }) => root.startsWith("/apis/")).map(groupOf))];
      return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(groupEntry) };
    }
    const own = served.filter(({ root }) => root === path);
    if (own.length === 0) return undefined;
    const resources = own.map(({ plural, kind, namespaced }) => ({
      name: plural,
      singularName: kind.toLowerCase(),
      kind,
      namespaced,
      verbs: ["get", "list", "watch"],
    }));
    const [{ apiVersion }] = own;
    return { kind: "APIResourceList", apiVersion: "v1", groupVersion: apiVersion, resources };
  }
  const groupOf = ({ apiVersion }) => apiVersion.split("/")[0];
  function groupEntry(name) {
    const all = [...new Set(served.filter((one) => groupOf(one) === name).map(({ apiVersion }) => apiVersion))];
    const versions = all.map((groupVersion) => ({ groupVersion, version: groupVersion.split("/")[1] }));
    return { name, versions, preferredVersion: versions[0] };
  }

  /** The kind, the namespace and the name that a path names. */
  function target(path) {
    for (const one of served) {
      if (!path.startsWith(`${one.root}/`)) continue;
      const words = path.slice(one.root.length + 1).split("/");
      const namespace = words[0] === "namespaces" && words.length > 2 ? words.splice(0, 2)[1] : undefined;
      if (words[0] === one.plural && words.length <= 2) return { one, namespace, name: words[1] };
    }
    return undefined;
  }

  const listed = (one, namespace) =>
    world.filter((object) => isOf(object, one) && (namespace === undefined || object.metadata.namespace === namespace));

  function answer(path, query, response) {
    const found = discovery(path);
    if (found !== undefined) return { code: 200, body: found };
    const aim = target(path);
    if (aim === undefined) return status(404, "NotFound", "the server could not find the requested resource");
    const { one, namespace, name } = aim;
    if (denied.includes(`${one.plural}!`) || (denied.includes(one.plural) && namespace === undefined))
      return status(403, "Forbidden", `${one.plural} is forbidden: User "jane" cannot list resource`);
    if (broken.includes(one.plural)) return status(500, "InternalError", "etcd does not answer");
    const own = listed(one, namespace);
    if (name !== undefined) {
      const object = own.find(({ metadata }) => metadata.name === name);
      return object ? { code: 200, body: object } : status(404, "NotFound", `${one.plural} "${name}" not found`);
    }
    if (query.get("watch") === "1" || query.get("watch") === "true") return watch(one, namespace, query, response);
    const from = Number(query.get("continue") ?? 0);
    if (expires && from > 0 && expired++ === 0)
      return status(410, "Expired", "The provided continue parameter is too old");
    const limit = Number(query.get("limit") ?? 0) || own.length;
    const rest = own.length - from - limit;
    const metadata = { resourceVersion: String(revision), ...(rest > 0 && { continue: String(from + limit) }) };
    // As real lists of built-in kinds, items have no kind.
    const items = own.slice(from, from + limit).map(({ kind: _, apiVersion: __, ...object }) => object);
    return { code: 200, body: { kind: `${one.kind}List`, apiVersion: one.apiVersion, metadata, items } };
  }

  function watch(one, namespace, query, response) {
    if (Number(query.get("resourceVersion")) < oldest) return status(410, "Expired", "too old resource version");
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    const entry = { one, namespace, response };
    watches.add(entry);
    response.once("close", () => watches.delete(entry));
    return undefined;
  }
  let oldest = 0;

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://stub");
    requests.push(`${request.method} ${decodeURIComponent(request.url)}`);
    const isIn = pathname.startsWith(prefix);
    const found =
      token !== undefined && request.headers.authorization !== `Bearer ${token}`
        ? status(401, "Unauthorized", "Unauthorized")
        : isIn
          ? answer(pathname.slice(prefix.length), searchParams, response)
          : status(404, "NotFound", "no such path");
    if (found === undefined) return;
    response.writeHead(found.code, { "content-type": "application/json" });
    response.end(JSON.stringify(found.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const send = ({ response }, event) => response.write(`${JSON.stringify(event)}\n`);
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    /** `GET /api/v1/pods?limit=500`, in their order. */
    requests,
    /** The number of open watches. */
    watching: () => watches.size,
    /** Puts an object into the world, or takes it out, and tells those who watch. */
    change(type, object) {
      revision += 1;
      const at = world.findIndex(
        ({ kind, metadata }) =>
          kind === object.kind &&
          metadata.name === object.metadata.name &&
          metadata.namespace === object.metadata.namespace,
      );
      const told = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
      world.splice(at < 0 ? world.length : at, at < 0 ? 0 : 1, ...(type === "DELETED" ? [] : [told]));
      for (const one of watches) if (isOf(told, one.one)) send(one, { type, object: told });
    },
    /** Tells everybody who watches where they are. */
    bookmark() {
      for (const one of watches) {
        const { kind, apiVersion } = one.one;
        send(one, { type: "BOOKMARK", object: { kind, apiVersion, metadata: { resourceVersion: String(revision) } } });
      }
    },
    /** Ends all watches. */
    hangUp() {
      const before = [...watches];
      watches.clear();
      for (const { response } of before) response.end();
    },
    /**
     * Changes the world while nobody watches, and forgets what was before: open watches end with an error, and watches
     * from there on are refused.
     */
    forget(change) {
      const before = [...watches];
      watches.clear();
      change();
      oldest = revision;
      for (const one of before) {
        send(one, { type: "ERROR", object: status(410, "Expired", "too old resource version").body });
        one.response.end();
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
