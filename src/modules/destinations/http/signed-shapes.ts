import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { isHex } from '#kit/hex.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import { proofRequired } from '../check-account-calls.ts';
import { parseDestinationId } from '../model/destination-id.ts';
import { signingDataOf } from '../model/signing-data.ts';

/** Well above what we hand out. */
const NONCE_CHARS_MAX = 100;

const SAMPLE_NONCE = '9f86d081884c7d659a2feaa0c55ad015';
const sampleEnd = '2026-01-02T03:09:05.000Z';
const sampleData = signingDataOf({
  action: 'add',
  destination: parseDestinationId(SAMPLE.destinationId),
  nonce: SAMPLE_NONCE,
  service: 'https://pay.example',
  createdAt: new Date('2026-01-02T03:04:05.000Z'),
  expiresAt: new Date(sampleEnd),
});

const TypedDataDomain = z.object({ name: z.string(), version: z.string(), chainId: z.int() }).meta({
  id: 'TypedDataDomain',
  description: 'For what and on which chain EIP-712 data is signed.',
  examples: [sampleData.domain],
});

const TypedDataField = z.object({ name: z.string(), type: z.string() }).meta({
  id: 'TypedDataField',
  description: 'A member of a type of EIP-712 data.',
  examples: [{ name: 'nonce', type: 'string' }],
});

/** What a wallet signs, as EIP-712 data. */
export const DestinationSigningData = z
  .object({
    nonce: z.string().describe('Sent back with the signature. Worth one change, in this account.'),
    expiresAt: z.iso.datetime().describe('From then on the nonce is refused.'),
    domain: TypedDataDomain,
    types: z.record(z.string(), z.array(TypedDataField)),
    primaryType: z.string(),
    message: z.record(z.string(), z.union([z.string(), z.int()])),
  })
  .meta({
    id: 'DestinationSigningData',
    description:
      'What the payee signs, in the form that `signTypedData` of wallet libraries takes. A wallet that is called directly also needs the type `EIP712Domain`.',
    examples: [{ ...sampleData, nonce: SAMPLE_NONCE, expiresAt: sampleEnd }],
  });

/** What a wallet signed, for a body. */
export const SignedNonce = z
  .strictObject({
    signature: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2}){65,8192}$/, 'signature must be 0x and 65 bytes or more in hex')
      .refine(isHex)
      .describe(
        'Of 65 bytes for a key. Contract wallets (EIP-1271, ERC-6492) are called on the chain of the destination.',
      ),
    nonce: z
      .string()
      .min(1, 'nonce must not be empty')
      .max(NONCE_CHARS_MAX, `nonce must have at most ${NONCE_CHARS_MAX} characters`)
      .regex(/^[^\0]*$/, 'nonce must not contain the character NUL')
      .describe('As it came with the signing data.'),
  })
  .meta({
    id: 'SignedDestinationRequest',
    description: 'A nonce and the signature of the payee.',
    examples: [{ signature: `0x${'5a'.repeat(64)}1b`, nonce: SAMPLE_NONCE }],
  });

/** The ID of a destination in a path, in either form. */
export const DestinationParams = z.object({
  destinationId: z
    .string()
    .min(1)
    .max(200)
    .describe(
      'An ERC-7828 composite ID with `#` written as `%23`, or the older `network:wallet:token`.',
    ),
});

/** What is answered to a client ID that does not speak for its account. */
export const unproven: DocumentedRefusal = {
  status: 403,
  when: 'The client ID has allowed domains or is linked to a partner, and neither an API key nor the session of a wallet of its account came with it.',
  examples: [proofRequired()],
};

/** Of the sample destination. */
export const SAMPLE_WALLET = SAMPLE.payee;
