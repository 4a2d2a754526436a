/** What is written in the form of a new payer; it is kept nowhere else. */
export interface PayerDraft {
  readonly clientUserId: string;
  readonly beneficiaryType: 'individual' | 'business';
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly dateOfBirth: string;
  readonly nationality: string;
  readonly ssn: string;
  readonly email: string;
  readonly phone: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly postcode: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly sourceOfFunds: string;
  readonly businessActivity: string;
}

/** A form in which nothing is written. */
export const NO_PAYER: PayerDraft = {
  clientUserId: '',
  beneficiaryType: 'individual',
  firstName: '',
  lastName: '',
  companyName: '',
  dateOfBirth: '',
  nationality: '',
  ssn: '',
  email: '',
  phone: '',
  addressLine1: '',
  addressLine2: '',
  postcode: '',
  city: '',
  state: '',
  country: '',
  sourceOfFunds: '',
  businessActivity: '',
};

/** A draft as the API takes it: an empty optional text is as good as nothing there. */
export function payerBody({ companyName, ...draft }: PayerDraft) {
  const { beneficiaryType, email, phone, country, nationality, ...rest } = draft;
  return {
    ...rest,
    beneficiaryType,
    clientUserId: rest.clientUserId.trim(),
    email: email.trim(),
    phone: phone.replaceAll(/[\s()-]/g, ''),
    country: country.trim(),
    nationality: nationality.trim(),
    ...(beneficiaryType === 'business' && { companyName }),
  };
}
