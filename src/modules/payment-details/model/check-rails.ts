import { isSEPACountry } from 'ibantools';
import type { FieldIssue } from '#kit/failure.ts';
import type { AccountIdentifiers, IdentifierName, Rails } from './bank-account.ts';
import { findFormProblem, IDENTIFIER_NAMES } from './identifier-forms.ts';

/** What a transfer in a currency needs, beyond the form that an identifier has everywhere. */
interface RailsRule {
  /** Sets of identifiers, of which one must be there whole. */
  readonly needs: readonly (readonly IdentifierName[])[];
  /** Stricter forms than the general ones. */
  readonly forms?: Readonly<Partial<Record<IdentifierName, StricterForm>>>;
}

interface StricterForm {
  readonly isRight: (text: string) => boolean;
  readonly problem: string;
}

/** Transfers within a country, by currency. */
const LOCAL: Readonly<Record<string, RailsRule>> = {
  USD: { needs: [['routingNumber', 'accountNumber']], forms: { accountNumber: digits(4, 17) } },
  EUR: {
    needs: [['iban']],
    forms: { iban: ibanOf(isSEPACountry, 'must be of a country in SEPA for euros') },
  },
  GBP: {
    needs: [['sortCode', 'accountNumber'], ['iban']],
    forms: { accountNumber: digits(8, 8), iban: ibanIn(['GB'], 'the United Kingdom') },
  },
  AUD: { needs: [['bsbNumber', 'accountNumber']], forms: { accountNumber: digits(4, 10) } },
  INR: { needs: [['ifsc', 'accountNumber']], forms: { accountNumber: digits(9, 18) } },
  CAD: {
    needs: [['bankCode', 'branchCode', 'accountNumber']],
    forms: { bankCode: digits(3, 3), branchCode: digits(5, 5), accountNumber: digits(7, 12) },
  },
  CHF: { needs: [['iban']], forms: { iban: ibanIn(['CH', 'LI'], 'Switzerland or Liechtenstein') } },
};

/** Currencies whose numbers differ from bank to bank: an account is named, and whoever pays out decides the rest. */
const OTHER_LOCAL: RailsRule = { needs: [['iban'], ['accountNumber'], ['ribNumber']] };

const SWIFT: RailsRule = {
  needs: [
    ['swiftBic', 'iban'],
    ['swiftBic', 'accountNumber'],
  ],
};

/** Where a BIC is of a country whose accounts have an IBAN, the account is named by it. */
const SWIFT_WITH_IBAN: RailsRule = { needs: [['swiftBic', 'iban']] };

/** Everything that keeps money from reaching the account; empty where nothing does. Values are never repeated. */
export function findRailsProblems(
  identifiers: AccountIdentifiers,
  { rails, currency }: { readonly rails: Rails; readonly currency: string },
): readonly FieldIssue[] {
  const rule = ruleFor(identifiers, rails, currency);
  const problems = IDENTIFIER_NAMES.flatMap((name) => {
    const text = identifiers[name];
    if (text === undefined) return [];
    const general = findFormProblem(name, text);
    const stricter = rule.forms?.[name];
    const problem = general ?? (stricter?.isRight(text) === false ? stricter.problem : undefined);
    return problem === undefined ? [] : [{ field: name, message: `${name} ${problem}` }];
  });
  const missing = findMissing(identifiers, rule.needs);
  if (missing === undefined) return problems;
  const needed = rule.needs.map((set) => set.join(' and ')).join(', or ');
  const way = rails === 'local' ? 'Local transfers' : `Transfers by ${rails}`;
  const message = `${way} in ${currency} need ${needed}`;
  return [{ field: missing, message }, ...problems];
}

function ruleFor(identifiers: AccountIdentifiers, rails: Rails, currency: string): RailsRule {
  const local = LOCAL[currency] ?? OTHER_LOCAL;
  if (rails === 'local') return local;
  // Within the United States a wire names its bank by the routing number.
  const isFedwire = rails === 'wire' && currency === 'USD' && identifiers.swiftBic === undefined;
  if (isFedwire) return local;
  const country = identifiers.swiftBic?.slice(4, 6) ?? '';
  return isSEPACountry(country) ? SWIFT_WITH_IBAN : SWIFT;
}

/** The first identifier that is missing of the set of which most is there; undefined where a set is whole. */
function findMissing(
  identifiers: AccountIdentifiers,
  needs: RailsRule['needs'],
): IdentifierName | undefined {
  const lacking = needs.map((set) => set.filter((name) => identifiers[name] === undefined));
  const [fewest] = [...lacking].sort((left, right) => left.length - right.length);
  return fewest?.[0];
}

function digits(min: number, max: number): StricterForm {
  const count = min === max ? `${min}` : `${min} to ${max}`;
  const form = new RegExp(`^\\d{${min},${max}}$`);
  return { isRight: (text) => form.test(text), problem: `must be ${count} digits` };
}

function ibanIn(countries: readonly string[], shown: string): StricterForm {
  return ibanOf((country) => countries.includes(country), `must be of ${shown}`);
}

function ibanOf(isRight: (country: string) => boolean, problem: string): StricterForm {
  return { isRight: (text) => isRight(text.slice(0, 2)), problem };
}
