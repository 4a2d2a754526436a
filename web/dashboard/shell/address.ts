/** The members of an address. */
export type Address = Readonly<Record<string, unknown>>;

/** The texts of an address by these names, each cut at its length; what is none is left out. */
export function textsOf<Name extends string>(
  address: Address,
  lengths: Readonly<Record<Name, number>>,
): Partial<Readonly<Record<Name, string>>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name in lengths) {
    const text = textOf(address[name]).slice(0, lengths[name]);
    if (text !== '') texts[name] = text;
  }
  return texts;
}

/** The router reads what looks like a number as one. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The first day and the last one, as `2026-01-31`, in the viewer's zone. */
export interface Period {
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The period that an address names; a day that is none is left out. */
export function periodOf({ from, to }: Address): Period {
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

function isDay(text: unknown): text is string {
  return typeof text === 'string' && DAY.test(text) && !Number.isNaN(Date.parse(text));
}

/** A period as the API is asked for it: from the first moment to the last one. */
export function timesOf({ from, to }: Period) {
  return {
    ...(from !== undefined && { fromDate: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== undefined && { toDate: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
