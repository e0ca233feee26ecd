import { useSignal } from "@preact/signals";
import { integer } from "schedscope/words/number";
import type { FleetKind } from "../engine/protocol";
import { client, isBehind, openText } from "../session/session";
import { Select } from "../ui/select";

const fleets: { kind: FleetKind; label: string; sizes: number[] }[] = [
  { kind: "hub", label: "clusters with a placement", sizes: [10, 100, 1000, 10_000, 100_000] },
  { kind: "nodes", label: "nodes, with 10 pods on each", sizes: [10, 100, 1000, 5000] },
  { kind: "vms", label: "nodes, with 4 autoscaled VMs on each", sizes: [10, 100, 1000] },
];

/** Makes a text from a seed: the same seed gives the same text. */
export function Generate({ close }: { close: () => void }) {
  const kind = useSignal<FleetKind>("hub");
  const size = useSignal(100);
  const seed = useSignal(1);
  const said = useSignal("");
  const sizes = fleets.find((fleet) => fleet.kind === kind.value)?.sizes ?? [];
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    said.value = "generating";
    const ask = { kind: kind.value, size: size.value, seed: seed.value };
    try {
      const text = await client.request("generate", ask);
      said.value = "";
      close();
      await openText(`${ask.kind}-${ask.size}-seed-${ask.seed}.yaml`, text);
    } catch (error) {
      said.value = isBehind(error)
        ? "The engine does not run. Change the input to start it."
        : (error as Error).message;
    }
  };
  return (
    <form class="generate flex-row" aria-label="Generate a fleet" onSubmit={(event) => void make(event)}>
      <strong>Generate a fleet</strong>
      <Select
        aria-label="How many"
        value={String(size.value)}
        choices={sizes.map((count) => [String(count), integer(count)])}
        onChoose={(count) => (size.value = Number(count))}
      />
      <Select<FleetKind>
        aria-label="Of what"
        value={kind.value}
        choices={fleets.map((fleet) => [fleet.kind, fleet.label])}
        onChoose={(chosen) => {
          kind.value = chosen;
          if (fleets.find((fleet) => fleet.kind === chosen)?.sizes.includes(size.value) !== true) size.value = 100;
        }}
      />
      <label>
        seed{" "}
        <input
          type="number"
          class="value"
          min={0}
          max={999_999}
          required
          value={seed.value}
          onInput={({ currentTarget }) => {
            if (currentTarget.validity.valid) seed.value = currentTarget.valueAsNumber;
          }}
        />
      </label>
      <button type="submit" class="plain">
        Generate
      </button>
      <span class="quiet" role="status">
        {said.value}
      </span>
    </form>
  );
}
