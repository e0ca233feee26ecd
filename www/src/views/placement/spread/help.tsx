/** What those who know pods' `topologySpreadConstraints` will not expect. */
export function Help() {
  return (
    <details class="help">
      <summary>How this differs from a pod's topologySpreadConstraints</summary>
      <ul>
        <li>Terms nest: a zone is a zone of its region, and two regions may each have a zone “a”.</li>
        <li>The minimum is that of the siblings, not of all domains; a lone domain is never blocked.</li>
        <li>A cluster without a term's key has no domain there nor below: hard terms behind it never select it.</li>
        <li>Clusters that are filtered out or tainted form no domain. There is no minDomains.</li>
        <li>Existing decisions are not counted: every run starts from zero.</li>
        <li>A domain that is full keeps the minimum where it is.</li>
        <li>
          Where the first term differs, all of the second is worth about 3 of 200 points: a modest lead by prioritizers
          beats it.
        </li>
        <li>A final score compares within its step only. A negative weight of Spread packs.</li>
      </ul>
    </details>
  );
}
