/** The input that `schedscope open` serves beside the page, `?input=<name>`. */

/**
 * The input with its name; null: the page is not opened with one. The name is taken away from the address, so that a
 * reload keeps the edited text.
 */
export async function takeServed(): Promise<{ name: string; text: string; now: null } | null> {
  const address = new URL(location.href);
  const name = address.searchParams.get("input");
  if (name === null) return null;
  address.searchParams.delete("input");
  history.replaceState(history.state, "", address);
  const response = await fetch(new URL("input", address)).catch(() => null);
  return response?.ok === true ? { name, text: await response.text(), now: null } : null;
}
