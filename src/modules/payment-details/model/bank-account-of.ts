import type { BankAccount } from '#providers/off-ramp-provider.ts';
import type { BankAccountData, Rails } from './bank-account.ts';

/** A bank account in the words of those who pay out; undefined for one of a form that none of them takes. */
export function bankAccountOf(
  data: BankAccountData,
  { rails, currency }: { readonly rails: Rails; readonly currency: string },
): BankAccount | undefined {
  const owner = {
    currency: currency.toUpperCase(),
    bankName: data.bankName,
    ownerName: data.accountName,
    ownerType: data.beneficiaryType,
    address: {
      line1: data.addressLine1,
      line2: data.addressLine2,
      city: data.city,
      state: data.state,
      postalCode: data.postalCode,
      country: data.country,
    },
  };
  const { routingNumber, accountNumber, accountType, iban, swiftBic } = data;
  const isWithin = rails === 'local' || (rails === 'wire' && swiftBic === undefined);
  const isAmerican = isWithin && owner.currency === 'USD';
  if (isAmerican && routingNumber !== undefined && accountNumber !== undefined) {
    return { ...owner, form: 'us', routingNumber, accountNumber, accountType };
  }
  return iban === undefined ? undefined : { ...owner, form: 'iban', iban, bic: swiftBic };
}
