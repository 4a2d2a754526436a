import { SAMPLE_PAYMENT } from '#catalog/samples.ts';
import { endOfChallenge, signInMessage } from '../model/sign-in-message.ts';

const address = SAMPLE_PAYMENT.payee;
const nonce = '9f86d081884c7d659a2feaa0c55ad015';
const issuedAt = new Date(SAMPLE_PAYMENT.createdAt);
const expiresAt = endOfChallenge(issuedAt);

/** The challenge that the API description shows, for the wallet of the example payment. */
export const SAMPLE_CHALLENGE = {
  address,
  chainId: 1,
  challengeId: '01KDY8RJB8N6T2W5ZQ4XM7HCVF',
  nonce,
  message: signInMessage({
    family: 'evm',
    address,
    chainId: 1,
    origin: 'https://pay.florin.example',
    nonce,
    issuedAt,
    expiresAt,
  }),
  expiresAt: expiresAt.toISOString(),
};
