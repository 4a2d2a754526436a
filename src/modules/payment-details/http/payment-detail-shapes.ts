import { z } from 'zod';
import { RAILS } from '../model/bank-account.ts';

/** The tag of all endpoints of payers. */
export const PAYERS_TAG = 'Payers';

const CLIENT_USER_ID_CHARS_MAX = 255;

/** Neither control characters nor breaks of lines. */
const isOneLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

const oneLine = (charsMax: number) =>
  z.string().max(charsMax).refine(isOneLine, 'must not contain control characters');

/** A text of a person. What is wrong with it is said without it. */
const personText = (charsMax: number) =>
  oneLine(charsMax).refine((text) => text.trim() !== '', 'must not be blank');

/** The same where it may be left out: null and a blank text are as good as nothing. */
const optionalText = (charsMax: number) => oneLine(charsMax).nullable().optional();

/** One of a few words, refused without repeating what was sent. */
const personChoice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be ${words.map((word) => `"${word}"`).join(' or ')}` });

const NUMBER_CHARS_MAX = 64;
const NAME_CHARS_MAX = 140;
const ADDRESS_CHARS_MAX = 255;
const number = () => optionalText(NUMBER_CHARS_MAX);

/** The payer that a path names, by the integrator's own id. */
export const PayerParams = z.object({
  clientUserId: z
    .string()
    .min(1)
    .max(CLIENT_USER_ID_CHARS_MAX)
    .regex(/^[^\p{Cc}]*$/u, 'clientUserId must not contain control characters')
    .describe("The integrator's own id of the person."),
});

/** What is sent to add a bank account. Other fields are left out of what is stored. */
export const CreatePaymentDetailsRequest = z
  .object({
    bankName: personText(NAME_CHARS_MAX),
    accountName: personText(NAME_CHARS_MAX).describe('Whose account it is, as the bank has it.'),
    beneficiaryType: personChoice(['individual', 'business']),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/, 'must be a currency of ISO 4217 in three letters')
      .describe('What the account is in, such as `USD`.'),
    rails: personChoice(RAILS)
      .nullable()
      .optional()
      .describe('How money reaches it; `local` where it is left out.'),
    accountNumber: number(),
    routingNumber: number().describe('Of a bank in the United States: nine digits.'),
    accountType: personChoice(['checking', 'savings']).nullable().optional(),
    iban: number(),
    swiftBic: number(),
    sortCode: number().describe('Of a bank in the United Kingdom: six digits.'),
    bsbNumber: number().describe('Of a bank in Australia: six digits.'),
    ifsc: number().describe('Of a bank in India.'),
    ribNumber: number(),
    ncc: number().describe('A national clearing code.'),
    bankCode: number(),
    branchCode: number(),
    addressLine1: personText(ADDRESS_CHARS_MAX),
    addressLine2: optionalText(ADDRESS_CHARS_MAX),
    city: personText(NAME_CHARS_MAX),
    state: optionalText(NAME_CHARS_MAX),
    postalCode: personText(20),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'must be a country of ISO 3166 in two letters')
      .describe('Where the owner lives or is registered.'),
    dateOfBirth: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date, such as 1990-12-31')
      .describe('Of the owner, or of who represents a business.'),
    documentNumber: number(),
    documentType: number(),
  })
  .meta({
    id: 'CreatePaymentDetailsRequest',
    description:
      'A bank account of a payer. Which numbers it needs depends on its rails and currency. Fields that are not listed are ignored.',
    examples: [
      {
        bankName: 'First Bank',
        accountName: 'Ada Example',
        beneficiaryType: 'individual',
        currency: 'USD',
        accountNumber: '000123456789',
        routingNumber: '021000021',
        addressLine1: '1 Main Street',
        city: 'New York',
        state: 'NY',
        postalCode: '10001',
        country: 'US',
        dateOfBirth: '1990-12-31',
      },
    ],
  });

const SAMPLE_ID = '01KC9V7N3E5GQ0X8R2JT6WZ4PD';

const beneficiaryType = z.enum(['individual', 'business']);

const CreatedPaymentDetail = z
  .object({
    id: z.string().describe('The `paymentDetailsId` of other calls and of events.'),
    clientUserId: z.string(),
    bankName: z.string(),
    accountName: z.string(),
    currency: z.string(),
    beneficiaryType,
  })
  .meta({
    id: 'CreatedPaymentDetail',
    description: 'A bank account that was added.',
    examples: [
      {
        id: SAMPLE_ID,
        clientUserId: 'user-42',
        bankName: 'First Bank',
        accountName: 'Ada Example',
        currency: 'USD',
        beneficiaryType: 'individual',
      },
    ],
  });

const PaymentDetail = z
  .object({
    id: z.string(),
    userId: z.string().describe('Our id of the payer.'),
    bankName: z.string(),
    accountName: z.string(),
    beneficiaryType,
    accountNumber: z
      .string()
      .optional()
      .describe('Masked but for its end: the account number, or what stands in its place.'),
    routingNumber: z.string().optional(),
    currency: z.string(),
    status: z
      .enum(['pending', 'approved', 'failed'])
      .describe('Only what is approved is paid out to.'),
    rails: z.enum(RAILS),
    rejectionMessage: z
      .string()
      .optional()
      .describe('Why it failed, as its event said. Added by Florin.'),
  })
  .meta({
    id: 'PaymentDetail',
    description: 'A bank account of a payer.',
    examples: [
      {
        id: SAMPLE_ID,
        userId: '0b0cf2f4-93a3-4d35-8c40-0d5a3f0ad4ef',
        bankName: 'First Bank',
        accountName: 'Ada Example',
        beneficiaryType: 'individual',
        accountNumber: '********6789',
        routingNumber: '021000021',
        currency: 'USD',
        status: 'approved',
        rails: 'local',
      },
    ],
  });

/** What a bank account that was added is answered as. */
export const CreatedPaymentDetails = z
  .object({
    payment_detail: CreatedPaymentDetail,
  })
  .meta({
    id: 'CreatePaymentDetailsResponse',
    description: 'The bank account as it is stored.',
    examples: [
      {
        payment_detail: {
          id: SAMPLE_ID,
          clientUserId: 'user-42',
          bankName: 'First Bank',
          accountName: 'Ada Example',
          currency: 'USD',
          beneficiaryType: 'individual',
        },
      },
    ],
  });

/** The bank accounts of a payer. */
export const PaymentDetailsList = z
  .object({
    paymentDetails: z.array(PaymentDetail),
  })
  .meta({
    id: 'PaymentDetailsList',
    description: 'The bank accounts of a payer, the newest first.',
    examples: [
      {
        paymentDetails: [
          {
            id: SAMPLE_ID,
            userId: '0b0cf2f4-93a3-4d35-8c40-0d5a3f0ad4ef',
            bankName: 'First Bank',
            accountName: 'Ada Example',
            beneficiaryType: 'individual',
            accountNumber: '********6789',
            routingNumber: '021000021',
            currency: 'USD',
            status: 'approved',
            rails: 'local',
          },
        ],
      },
    ],
  });
