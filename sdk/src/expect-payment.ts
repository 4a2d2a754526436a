/** What a link is to pay, in the words of the pay page. */
export interface ExpectedPayment {
  /** The address that receives it. */
  readonly payee: string;
  /** The symbol that the page shows, such as `USDC` or `ETH`. */
  readonly token: string;
  /** The network's id, such as `sepolia`. */
  readonly network: string;
  /** What the payee receives, as a decimal: without fees that the payee bears, and without those on top. */
  readonly amount: string;
  /** Only of an invoice in another currency: its code, such as `EUR`, which the amount is in then. */
  readonly currency?: string;
}

/** What each part may be; whatever else the page would not read, and then offer no button. */
const FORMS = {
  payee: [/^(?!0x)[0-9A-Za-z]{1,100}$|^0x[0-9A-Fa-f]{40}$/, 'an address'],
  token: [/^[0-9A-Za-z.]{1,20}$/, 'a symbol, such as USDC'],
  network: [/^[a-z0-9-]{1,40}$/, 'an id of a network, such as sepolia'],
  amount: [/^[0-9]{1,78}(\.[0-9]{1,30})?$/, 'a decimal as text, such as 12.5'],
  currency: [/^[A-Z]{3}$/, 'the code of a currency in capitals, such as EUR'],
} as const;

/**
 * The link with what it is to pay behind `#expect=`, which never reaches a server: the pay page compares it with what it is answered, and offers no
 * button where they differ. Throws a `TypeError` that names the part that the page could not read, and for a link that expects something already.
 *
 * Give it what your shop knows, never what the server that made the link answered: otherwise it protects from nothing.
 */
export function expectPayment(link: string, payment: ExpectedPayment): string {
  return withExpectation(link, partsOf(payment).join(','));
}

/** The link with the hash of `textToHash` behind it, in hexadecimal digits. */
export function expectHash(link: string, sha256: string): string {
  return withExpectation(link, `sha256:${sha256}`);
}

/** What is hashed of the payments of a link: a line for each, in their order, written in the one way that the page writes it too. */
export function textToHash(payments: readonly ExpectedPayment[]): string {
  if (payments.length === 0) throw new TypeError('payments: must name at least one');
  return payments
    .map((payment) => {
      const [payee = '', token = '', network = '', amount = '', ...currency] = partsOf(payment);
      const who = payee.startsWith('0x') ? payee.toLowerCase() : payee;
      return [who, token.toUpperCase(), network, plainDecimal(amount), ...currency].join(',');
    })
    .join('\n');
}

function withExpectation(link: string, value: string): string {
  if (!URL.canParse(link)) throw new TypeError('link: must be the whole URL of a pay page');
  const url = new URL(link);
  const others = url.hash.slice(1);
  if (/(^|&)expect(=|&|$)/i.test(others)) {
    throw new TypeError('link: has an #expect already, and the page reads none that is repeated');
  }
  url.hash = `${others === '' ? '' : `${others}&`}expect=${value}`;
  return url.href;
}

function partsOf({ payee, token, network, amount, currency }: ExpectedPayment): string[] {
  return [
    read('payee', payee),
    read('token', token),
    read('network', network),
    read('amount', amount),
    ...(currency === undefined ? [] : [read('currency', currency)]),
  ];
}

/** A decimal without zeros that say nothing. */
function plainDecimal(amount: string): string {
  const [integer = '', fraction = ''] = amount.split('.');
  const digits = fraction.replace(/0+$/, '');
  const whole = integer.replace(/^0+(?=[0-9])/, '');
  return digits === '' ? whole : `${whole}.${digits}`;
}

/** Callers without types give anything, above all numbers. */
function read(part: keyof typeof FORMS, value: unknown): string {
  const [form, what] = FORMS[part];
  if (typeof value === 'string' && form.test(value)) return value;
  throw new TypeError(`${part}: must be ${what}`);
}
