import type { Mapping } from './columns.ts';
import type { CsvRecord } from './read-csv.ts';

/** A network that payouts may be on. */
export interface KnownNetwork {
  readonly id: string;
  readonly name: string;
  readonly chainId: number;
}

/** A payout as a file says it, for the API to check. */
export interface WrittenRow {
  readonly line: number;
  readonly recipient: string;
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
  readonly reference: string;
  readonly recipientIdentifier: string;
}

/** What the API reads of a cell; a longer one is cut, and refused all the same. */
const CELL_CHARS_MAX = 500;

/** The payouts of a file. A currency and a network that say each other are filled in; nothing else is guessed. */
export function rowsOf(
  records: readonly CsvRecord[],
  mapping: Mapping,
  networks: readonly KnownNetwork[],
): readonly WrittenRow[] {
  return records.map(({ line, cells }) => {
    const at = (place: number | null) =>
      (place === null ? '' : (cells[place] ?? '')).trim().slice(0, CELL_CHARS_MAX);
    const { recipient, amount, reference, recipientIdentifier } = mapping;
    return {
      line,
      recipient: at(recipient),
      amount: at(amount),
      reference: at(reference),
      recipientIdentifier: at(recipientIdentifier),
      ...placeOf({ currency: at(mapping.currency), network: at(mapping.network) }, networks),
    };
  });
}

/** `USDC` on `Base` is `USDC-base`, and `USDC-base` is on `base`. */
function placeOf(
  { currency, network }: Pick<WrittenRow, 'currency' | 'network'>,
  networks: readonly KnownNetwork[],
): Pick<WrittenRow, 'currency' | 'network'> {
  const text = network.toLowerCase();
  const named = networks.find(
    ({ id, name, chainId }) =>
      [id, name.toLowerCase(), String(chainId)].includes(text) && text !== '',
  );
  const ofCurrency = networks.find(({ id }) => currency.endsWith(`-${id}`));
  const known = named ?? (network === '' ? ofCurrency : undefined);
  if (known === undefined) return { currency, network };
  const isBare = currency !== '' && !currency.includes('-');
  return { network: known.id, currency: isBare ? `${currency}-${known.id}` : currency };
}

/** The rows that the API found nothing against, by their places in the list that it was sent. */
export function keepRows(
  rows: readonly WrittenRow[],
  checked: readonly { readonly position: number; readonly isValid: boolean }[],
): readonly WrittenRow[] {
  const valid = new Set(checked.flatMap(({ position, isValid }) => (isValid ? [position] : [])));
  return rows.filter((_, position) => valid.has(position));
}
