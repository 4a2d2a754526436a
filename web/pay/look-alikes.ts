import { sameAddress } from '../ui/address.ts';

/** An address that is to be paid, beside another one for which it could be taken. */
export interface LookAlike {
  readonly address: string;
  readonly other: string;
  readonly kind: Kind;
}

/** Whose the other address is: paid by this browser before, the payer's own, or also paid now. */
type Kind = 'paid' | 'own' | 'payee';

/** Whom a payer may think of when they see an address. */
export interface Known {
  /** The payer's own address. */
  readonly own: string;
  /** Those that this browser has paid before. */
  readonly paid: readonly string[];
}

/** So many digits at either end are what people compare, and what swindlers have addresses made for. */
const COMPARED_DIGITS = 4;

/**
 * The payees whose addresses begin and end like another known one and are not it, each at most once
 * for each kind. Of several payees that look alike each is named beside the first.
 */
export function lookAlikes(payees: readonly string[], { own, paid }: Known): readonly LookAlike[] {
  const all = [...new Map(payees.map((payee) => [payee.toLowerCase(), payee])).values()];
  const kinds: readonly [Kind, readonly string[]][] = [
    ['paid', paid],
    ['own', [own]],
    ['payee', all],
  ];
  return kinds.flatMap(([kind, addresses]) => {
    const byAppearance = groupByAppearance(addresses);
    return all.flatMap((address) => {
      const alike = byAppearance.get(appearanceOf(address)) ?? [];
      const other = alike.find((one) => !sameAddress(one, address));
      const isFirst = kind === 'payee' && alike[0] === address;
      return other === undefined || isFirst ? [] : [{ address, other, kind }];
    });
  });
}

function groupByAppearance(addresses: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byAppearance = new Map<string, string[]>();
  for (const address of addresses) {
    const alike = byAppearance.get(appearanceOf(address)) ?? [];
    alike.push(address);
    byAppearance.set(appearanceOf(address), alike);
  }
  return byAppearance;
}

function appearanceOf(address: string): string {
  // The prefix of hex and the first letter of Tron addresses are the same in all of them.
  const digits = address.toLowerCase().replace(/^(0x|t)/, '');
  return `${digits.slice(0, COMPARED_DIGITS)} ${digits.slice(-COMPARED_DIGITS)}`;
}
