/** What those who know pods' `topologySpreadConstraints` will not expect. */
export function HelpBody() {
  return (
    <ul>
      <li>Terms nest: a zone is a zone of its region, and two regions may each have a zone “a”.</li>
      <li>The minimum is taken over siblings, not all domains; a single domain is never blocked.</li>
      <li>A cluster without a term's key has no domain for it or later terms: later hard terms never select it.</li>
      <li>Clusters that are filtered out or tainted form no domain. There is no minDomains.</li>
      <li>Existing decisions are not counted: every run starts from zero.</li>
      <li>A full domain holds the minimum down.</li>
      <li>
        If the first term differs, the whole second term is worth about 3 of 200 points: a modest lead by prioritizers
        outweighs it.
      </li>
      <li>Final scores compare within one step only. A negative weight of Spread packs clusters.</li>
    </ul>
  );
}
