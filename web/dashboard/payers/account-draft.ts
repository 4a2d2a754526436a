import { KNOWN_CURRENCIES, type NumberName, numbersFor, type Rails } from './account-fields.ts';

/** What is written in the form of a new bank account; it is kept nowhere else. */
export interface AccountDraft {
  readonly bankName: string;
  readonly accountName: string;
  readonly beneficiaryType: 'individual' | 'business';
  /** One that is known, or empty where another one is written. */
  readonly knownCurrency: string;
  readonly otherCurrency: string;
  readonly rails: Rails;
  readonly accountType: '' | 'checking' | 'savings';
  readonly numbers: Readonly<Partial<Record<NumberName, string>>>;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly postalCode: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly dateOfBirth: string;
}

/** A form in which nothing is written. */
export const NO_ACCOUNT: AccountDraft = {
  bankName: '',
  accountName: '',
  beneficiaryType: 'individual',
  knownCurrency: KNOWN_CURRENCIES[0] ?? '',
  otherCurrency: '',
  rails: 'local',
  accountType: '',
  numbers: {},
  addressLine1: '',
  addressLine2: '',
  postalCode: '',
  city: '',
  state: '',
  country: '',
  dateOfBirth: '',
};

/** The currency of a draft, in capitals. */
export function currencyOf({ knownCurrency, otherCurrency }: AccountDraft): string {
  return knownCurrency === '' ? otherCurrency.trim().toUpperCase() : knownCurrency;
}

/** Whether the form asks which kind of account it is: where transfers within the United States do. */
export function hasAccountType(draft: AccountDraft): boolean {
  return numbersFor(draft.rails, currencyOf(draft)).needed.includes('routingNumber');
}

/** A draft as the API takes it: of the numbers those alone that the form shows, so that none that was written before is left. */
export function accountBody(draft: AccountDraft) {
  const { knownCurrency: _, otherCurrency: _other, accountType, numbers, ...rest } = draft;
  const currency = currencyOf(draft);
  const { needed, oneOf } = numbersFor(draft.rails, currency);
  const shown = [...needed, ...oneOf].flatMap((name) => {
    const text = numbers[name]?.trim() ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  return {
    ...rest,
    currency,
    country: rest.country.trim(),
    ...(accountType !== '' && hasAccountType(draft) && { accountType }),
    ...Object.fromEntries(shown),
  };
}
