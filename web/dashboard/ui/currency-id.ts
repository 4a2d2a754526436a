/** A currency id is a symbol with the network behind the first hyphen; a fiat code has none. */
export function readCurrencyId(id: string): { readonly symbol: string; readonly network?: string } {
  const at = id.indexOf('-');
  return at < 0 ? { symbol: id } : { symbol: id.slice(0, at), network: id.slice(at + 1) };
}
