import type { CsvRecord } from './read-csv.ts';

/** What a column may say, in the order of the template. */
export const FIELDS = [
  'recipient',
  'amount',
  'currency',
  'network',
  'reference',
  'recipientIdentifier',
] as const;

/** What a column says. */
export type Field = (typeof FIELDS)[number];

/** The place of the column of each field; null where the file has none. */
export type Mapping = Readonly<Record<Field, number | null>>;

/** How people call these columns, without spaces and signs. */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  recipient: ['recipient', 'address', 'wallet', 'walletaddress', 'recipientaddress', 'to', 'payee'],
  amount: ['amount', 'value', 'sum'],
  currency: ['currency', 'currencyid', 'token', 'asset', 'symbol', 'coin'],
  network: ['network', 'chain', 'chainid', 'blockchain'],
  reference: ['reference', 'memo', 'note', 'invoice', 'description'],
  recipientIdentifier: ['recipientidentifier', 'name', 'recipientname', 'employee', 'identifier'],
};

/** The columns of a file: their names, what each says, and the records below. */
export interface Columns {
  /** As the file has them; numbered where it has none. */
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  readonly mapping: Mapping;
  readonly records: readonly CsvRecord[];
}

/** Finds out what the columns of a file say: by its header, or by the order of the template where it has none. */
export function findColumns(records: readonly CsvRecord[]): Columns {
  const [first, ...rest] = records;
  if (first === undefined)
    return { names: [], hasHeader: false, mapping: fieldsTo(() => null), records: [] };
  const mapping = mappingOf(first.cells);
  const isHeader = Object.values(mapping).some((place) => place !== null);
  if (isHeader) {
    const names = first.cells.map((cell) => cell.trim());
    return { names, hasHeader: true, mapping, records: rest };
  }
  const width = Math.max(...records.map(({ cells }) => cells.length));
  const names = Array.from({ length: width }, (_, i) => String(i + 1));
  return { names, hasHeader: false, mapping: byOrder(width), records };
}

function mappingOf(header: readonly string[]): Mapping {
  const keys = header.map((cell) => cell.toLowerCase().replaceAll(/[^a-z]/g, ''));
  return fieldsTo((field) => {
    const place = keys.findIndex((key) => NAMES[field].includes(key));
    return place < 0 ? null : place;
  });
}

function byOrder(width: number): Mapping {
  return fieldsTo((field) => {
    const place = FIELDS.indexOf(field);
    return place < width ? place : null;
  });
}

function fieldsTo(placeOf: (field: Field) => number | null): Mapping {
  return {
    recipient: placeOf('recipient'),
    amount: placeOf('amount'),
    currency: placeOf('currency'),
    network: placeOf('network'),
    reference: placeOf('reference'),
    recipientIdentifier: placeOf('recipientIdentifier'),
  };
}
