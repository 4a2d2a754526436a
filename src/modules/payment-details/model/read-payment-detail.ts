import { isCountryCode } from '#catalog/countries.ts';
import type { FieldIssue } from '#kit/failure.ts';
import { findBirthDateProblem } from '#modules/payers/index.ts';
import type { AccountIdentifiers, BankAccountData, Rails } from './bank-account.ts';
import { findRailsProblems } from './check-rails.ts';
import { IDENTIFIER_NAMES, normalizeIdentifiers } from './identifier-forms.ts';

type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** Bank details as they were sent. What is null or blank counts as left out: clients send whole rows of theirs. */
export interface PaymentDetailInput
  extends Pick<
      BankAccountData,
      | 'bankName'
      | 'accountName'
      | 'beneficiaryType'
      | 'addressLine1'
      | 'city'
      | 'postalCode'
      | 'country'
      | 'dateOfBirth'
    >,
    Optional<AccountIdentifiers>,
    Optional<
      Pick<
        BankAccountData,
        'accountType' | 'addressLine2' | 'state' | 'documentNumber' | 'documentType'
      >
    > {
  readonly currency: string;
  readonly rails?: Rails | null | undefined;
}

/** Bank details that can be stored: what is encrypted, and the little that is not. */
export interface PaymentDetailDraft {
  readonly rails: Rails;
  /** As it was sent, in either case. */
  readonly currency: string;
  readonly data: BankAccountData;
}

/** The details, checked for their rails, or everything that is wrong with them; no problem repeats a value. */
export function readPaymentDetail(
  input: PaymentDetailInput,
  now: Date,
): PaymentDetailDraft | { readonly problems: readonly FieldIssue[] } {
  const rails = input.rails ?? 'local';
  const identifiers = normalizeIdentifiers(givenOf(input));
  const country = input.country.toUpperCase();
  const currency = input.currency.toUpperCase();
  const isAdult = input.beneficiaryType === 'individual';
  const problems = [
    issue(
      'country',
      isCountryCode(country) ? undefined : 'must be a country of ISO 3166 in two letters',
    ),
    issue('dateOfBirth', findBirthDateProblem(input.dateOfBirth, { now, isAdult })),
    ...(isMoney(currency)
      ? findRailsProblems(identifiers, { rails, currency })
      : [issue('currency', 'must be a currency of ISO 4217 in three letters')]),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) return { problems };
  return { rails, currency: input.currency, data: { ...identifiers, ...ownerOf(input), country } };
}

function issue(field: string, problem: string | undefined): FieldIssue | undefined {
  return problem === undefined ? undefined : { field, message: `${field} ${problem}` };
}

function givenOf(input: PaymentDetailInput): AccountIdentifiers {
  return Object.fromEntries(IDENTIFIER_NAMES.map((name) => [name, input[name] ?? undefined]));
}

function ownerOf(input: PaymentDetailInput): Omit<BankAccountData, 'country'> {
  return {
    bankName: input.bankName.trim(),
    accountName: input.accountName.trim(),
    beneficiaryType: input.beneficiaryType,
    accountType: input.accountType ?? undefined,
    addressLine1: input.addressLine1.trim(),
    addressLine2: filled(input.addressLine2),
    city: input.city.trim(),
    state: filled(input.state),
    postalCode: input.postalCode.trim(),
    dateOfBirth: input.dateOfBirth,
    documentNumber: filled(input.documentNumber),
    documentType: filled(input.documentType),
  };
}

function filled(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}

/** Codes with X are of metals, funds and tests, except those of unions of several countries. */
const MONEY = new Set(
  Intl.supportedValuesOf('currency').filter((code) => /^([^X]|XAF|XC[DG]|XOF|XPF)/.test(code)),
);

function isMoney(text: string): boolean {
  return MONEY.has(text);
}
