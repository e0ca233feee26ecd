/** A name that ends in an ellipsis if it lacks room. One text node: it is selected, found and copied whole. */
export const CutName = ({ name }: { name: string }) => (
  <span class="cut-name" title={name}>
    {name}
  </span>
);
