/** `--watch`: a line for each decision that changes with the objects of the cluster. */
import { setTimeout as wait } from "node:timers/promises";
import type { KubernetesVersion, ProfileChoice } from "../../../types.js";
import { kindsOf } from "../../words/kubectl.js";
import { nothing } from "../exit.js";
import { type KindApi, kindApis } from "../kind-apis.js";
import { err, out } from "../screen.js";
import { changeLine, type DecisionChange, Decisions } from "./decisions.js";
import { type ClusterObject, documentOf } from "./lists.js";
import { aboutTexts, deniedOf, outcomesOf, wholeKinds, withProxy } from "./read.js";
import { ResidentText } from "./resident.js";
import type { ClusterOptions } from "./source.js";
import { ClusterScenario } from "./whole.js";
import { bare, type ChangeKind, keyOf, type Observer, watchKind } from "./watch.js";

/** Changes are collected for so long before they are decided, in milliseconds. */
const pace = 300;

/** What is followed, and how it is printed. */
export interface Following {
  wanted: KindApi[];
  namespace: Promise<string> | string;
  /** Whether the object of a `namespace/name` is asked about. */
  isAsked: (name: string) => boolean;
  profile?: ProfileChoice | undefined;
  kubernetes?: KubernetesVersion | undefined;
  isJson: boolean;
}

/** The kinds that placements depend on; all others are of pods. */
const ofPlacements: ReadonlySet<string> = new Set(
  kindsOf("place").flatMap((plural) => kindApis.filter((one) => one.plural === plural).map(({ kind }) => kind)),
);
const isOfPlacements = (key: string): boolean => ofPlacements.has(key.slice(0, key.indexOf(" ")));

/** Follows the cluster until kubectl or the process ends. */
export const follow = (options: ClusterOptions, following: Following): Promise<never> =>
  withProxy(options, async (proxy) => {
    const { wanted, namespace, isAsked, profile, kubernetes, isJson } = following;
    const { outcomes, absent } = await outcomesOf(proxy, wanted, await namespace);
    const listed = outcomes.filter((one) => "objects" in one);
    for (const sentence of outcomes.flatMap(deniedOf)) err.line(sentence);
    if (listed.every(({ objects }) => objects.length === 0))
      throw nothing("nothing could be read from the cluster", ...aboutTexts(listed, absent));
    const text = new ResidentText();
    for (const one of listed) {
      for (const object of one.objects) text.set(keyOf(one, object), documentOf(bare(one, object)));
      // From here on the text has them.
      one.objects = [];
    }
    const scenario = new ClusterScenario(wholeKinds(outcomes, absent));
    scenario.kubernetesVersion = kubernetes;
    text.apply(scenario);
    const decisions = new Decisions(scenario, profile, isAsked);
    const changed = new Map<string, ChangeKind>();
    const print = (changes: DecisionChange[], causes: string[]): void => {
      const time = `${new Date().toISOString().slice(0, 19)}Z`;
      for (const change of changes) {
        if (isJson) out.raw(JSON.stringify({ time, ...change, causes }));
        else out.line(`${time} ${changeLine(change, causes)}`);
      }
      out.flush();
      err.flush();
    };
    const decide = (causes: (isOne: (key: string) => boolean) => string[] | undefined): void => {
      const hub = causes(isOfPlacements);
      const pods = causes((key) => !isOfPlacements(key));
      if (hub !== undefined) print(decisions.placements(), hub);
      if (pods !== undefined) print(decisions.pods(), pods);
    };
    decide(() => []);
    const observer = observerOf(text, changed);
    const watches = listed
      .filter(({ resourceVersion }) => resourceVersion !== "")
      .map((one) => watchKind(proxy, one, observer));
    const ticks = async (): Promise<never> => {
      for (;;) {
        await wait(pace);
        if (changed.size === 0) continue;
        const all = [...changed];
        changed.clear();
        text.apply(scenario);
        decide((isOne) => {
          const own = all.filter(([key]) => isOne(key));
          return own.length === 0 ? undefined : own.map(([key, kind]) => `${key} ${kind}`);
        });
      }
    };
    await Promise.race([ticks(), ...watches.map((watch) => watch.then(() => new Promise<never>(() => {})))]);
    throw new Error("a watch ended");
  });

/** Writes what happens into the text, and collects the objects that change. */
function observerOf(text: ResidentText, changed: Map<string, ChangeKind>): Observer {
  const set = (key: string, object: ClusterObject | undefined): void => {
    const isKnown = text.has(key);
    if (!text.set(key, object && documentOf(object))) return;
    const before = changed.get(key);
    const kind = object === undefined ? "deleted" : isKnown && before !== "added" ? "changed" : "added";
    changed.set(key, kind);
  };
  return {
    object: set,
    only(prefix, keys) {
      for (const key of [...text.keys()]) if (key.startsWith(prefix) && !keys.has(key)) set(key, undefined);
    },
    interrupted(plural, message) {
      err.line(`the watch of ${plural} was interrupted: ${message}`, "quiet");
      err.flush();
    },
  };
}
