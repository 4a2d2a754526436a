import { electronicFormatIBAN, validateBIC, validateIBAN } from 'ibantools';
import type { AccountIdentifiers, IdentifierName } from './bank-account.ts';

/** The form of an identifier wherever it is given, also where its rails do not need it. */
interface IdentifierForm {
  /** How people separate its groups, which is left out before it is checked and stored. */
  readonly separators: RegExp;
  readonly isRight: (text: string) => boolean;
  /** What it must be, as the end of a sentence that begins with its field. */
  readonly problem: string;
}

const SPACES_AND_DASHES = /[\s-]/g;

const FORMS: Readonly<Record<IdentifierName, IdentifierForm>> = {
  accountNumber: {
    separators: SPACES_AND_DASHES,
    isRight: (text) => /^[A-Z0-9]{1,34}$/.test(text),
    problem: 'must be 1 to 34 letters and digits',
  },
  routingNumber: {
    separators: SPACES_AND_DASHES,
    isRight: isRoutingNumber,
    problem: 'must be an ABA routing number: nine digits, of which the last is a check digit',
  },
  iban: {
    separators: SPACES_AND_DASHES,
    isRight: (text) => validateIBAN(electronicFormatIBAN(text) ?? '').valid,
    problem: 'must be an IBAN: its country, length, format and check digits must be right',
  },
  swiftBic: {
    separators: /\s/g,
    // Codes that do not end in 0 or 1 at the eighth place only are live; `validateBIC` checks country and form.
    isRight: (text) => validateBIC(text).valid,
    problem: 'must be a BIC: eight or eleven characters, the fifth and sixth a country',
  },
  sortCode: {
    separators: SPACES_AND_DASHES,
    isRight: (text) => /^\d{6}$/.test(text),
    problem: 'must be a sort code of six digits, such as 12-34-56',
  },
  bsbNumber: {
    separators: SPACES_AND_DASHES,
    isRight: (text) => /^\d{6}$/.test(text),
    problem: 'must be a BSB of six digits, such as 123-456',
  },
  ifsc: {
    separators: /\s/g,
    isRight: (text) => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text),
    problem: 'must be an IFSC: four letters, a zero, and six letters or digits',
  },
  ribNumber: {
    separators: SPACES_AND_DASHES,
    isRight: (text) => /^[A-Z0-9]{20,24}$/.test(text),
    problem: 'must be a RIB of 20 to 24 letters and digits',
  },
  ncc: {
    separators: SPACES_AND_DASHES,
    isRight: (text) => /^[A-Z0-9]{2,15}$/.test(text),
    problem: 'must be a national clearing code of 2 to 15 letters and digits',
  },
  bankCode: {
    separators: SPACES_AND_DASHES,
    isRight: (text) => /^[A-Z0-9]{2,15}$/.test(text),
    problem: 'must be a bank code of 2 to 15 letters and digits',
  },
  branchCode: {
    separators: SPACES_AND_DASHES,
    isRight: (text) => /^[A-Z0-9]{1,15}$/.test(text),
    problem: 'must be a branch code of 1 to 15 letters and digits',
  },
};

/** All identifiers, in the order in which problems are named. */
export const IDENTIFIER_NAMES: readonly IdentifierName[] = [
  'accountNumber',
  'routingNumber',
  'iban',
  'swiftBic',
  'sortCode',
  'bsbNumber',
  'ifsc',
  'ribNumber',
  'ncc',
  'bankCode',
  'branchCode',
];

/** The identifiers as they are stored: in upper case, without separators. */
export function normalizeIdentifiers(given: AccountIdentifiers): AccountIdentifiers {
  const entries = IDENTIFIER_NAMES.flatMap((name) => {
    const text = given[name]?.replaceAll(FORMS[name].separators, '').toUpperCase() ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

/** What is wrong with the form of an identifier that was normalised; undefined where it is right. */
export function findFormProblem(name: IdentifierName, text: string): string | undefined {
  const { isRight, problem } = FORMS[name];
  return isRight(text) ? undefined : problem;
}

const ABA_WEIGHTS = [3, 7, 1] as const;

/** Nine digits that are not all zero, whose sum with the weights 3, 7, 1 is a multiple of ten. */
function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || /^0+$/.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, i) => total + Number(digit) * (ABA_WEIGHTS[i % ABA_WEIGHTS.length] ?? 0),
    0,
  );
  return sum % 10 === 0;
}
