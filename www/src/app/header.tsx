import { kubernetesText, kubernetesVersions } from "schedscope/words/nodes";
import { HUBS } from "schedscope/words/placement";
import type { KubernetesVersion } from "../engine/types";
import { type Theme, theme } from "../session/preferences";
import { decision } from "../session/answer";
import { kubernetes, podProfile, profile } from "../session/question";
import { useAnswer } from "../session/use-answer";
import { view } from "../session/views";
import { Segmented } from "../ui/segmented";
import { Gallery } from "./gallery";
import { Paste } from "./paste";
import { searchBox } from "./search-place";
import { Share } from "./share";
import { Select } from "../ui/select";

export function Header() {
  return (
    <header class="page-head">
      <span class="wordmark">
        sched<b>scope</b>
      </span>
      <span class="about">What Kubernetes schedulers decide and why. Nothing leaves this tab.</span>
      <Paste />
      <Gallery />
      <a class="plain docs-link" href="docs/index.html">
        Docs
      </a>
      <SearchPlace />
      <span class="stretch" />
      <VersionSelect />
      <ProfileSwitch />
      <Share />
      <ThemeButton />
    </header>
  );
}

/** Of one size before the box is there. */
function SearchPlace() {
  const Box = searchBox.value;
  return <div class="search-place">{Box !== null && <Box />}</div>;
}

/** The scheduler to reproduce: a hub decides placements, a scheduler places pods. */
function ProfileSwitch() {
  // Of the plugin of VMs there is one behaviour only.
  if (view.value === "vms") return null;
  const isOfHub = view.value === "placement";
  const who = isOfHub ? "the hub" : "kube-scheduler";
  const auto = isOfHub ? (decision.value?.summary.profile ?? "Upstream") : podProfile.value;
  return (
    <Segmented
      label="Profile"
      name="profile"
      chosen={profile.value === "auto" ? auto : profile.value}
      onChoose={(value) => (profile.value = value)}
      choices={[
        {
          value: "Upstream",
          label: isOfHub ? "Released OCM" : "Released",
          title: `${isOfHub ? `${HUBS.Upstream}: e` : "E"}xactly what ${who} does in production`,
        },
        {
          value: "Proposal",
          label: isOfHub ? "Spread preview" : "Preview",
          title: `What ${who} would do by the design documents`,
        },
      ]}
    />
  );
}

/** The release of Kubernetes whose scheduler places pods. */
function VersionSelect() {
  const isOfPods = view.value === "nodes" || view.value === "quotas";
  // Without a version: what the text itself says.
  const { answer } = useAnswer("nodes", isOfPods ? { limit: 0, kubernetesVersion: undefined } : null);
  const assumed = answer?.kubernetesVersion;
  if (!isOfPods || assumed === undefined) return null;
  const from = kubernetesText(assumed);
  return (
    <Select<KubernetesVersion | "">
      class="plain version"
      aria-label="Version of Kubernetes"
      title={kubernetes.value === null ? from : `Chosen. By default: ${from}`}
      value={kubernetes.value ?? ""}
      choices={[["", from], ...kubernetesVersions.map((version) => [version, `Kubernetes ${version}`] as const)]}
      onChoose={(version) => (kubernetes.value = version === "" ? null : version)}
    />
  );
}

const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const sign: Record<Theme, string> = { system: "◐", light: "○", dark: "●" };

function ThemeButton() {
  return (
    <button
      type="button"
      class="plain theme"
      title={`Colours: ${theme.value}`}
      aria-label={`Colours: ${theme.value}. Change to ${next[theme.value]}`}
      onClick={() => {
        theme.value = next[theme.value];
      }}
    >
      <span aria-hidden="true">{sign[theme.value]}</span>
    </button>
  );
}
