import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { AccessDecision, decideScreened, rejectWallet } from '#modules/compliance/index.ts';
import { problem, sampleField } from './problem-shape.ts';

const SAMPLE_PAYER = { wallet: SAMPLE.payer, holder: SAMPLE.payer, isSafe: false };

/** What is answered about a wallet that a screening refuses. */
function screeningSample(
  code: string,
  { message, listing }: { readonly message: string; readonly listing: 'listed' | 'unknown' },
) {
  const screened = [
    {
      walletAddress: SAMPLE.payer,
      listing,
      provider: 'sanctions_oracle' as const,
      evaluatedAt: new Date(SAMPLE.createdAt),
    },
  ];
  return {
    statusCode: 403,
    message,
    error: 'Forbidden',
    code,
    accessDecision: decideScreened(SAMPLE_PAYER, screened),
    ...sampleField,
  };
}

/** 403 of a wallet that may not pay: in one form, whatever the reason. */
export const WalletNotAllowed = z
  .object({
    statusCode: problem.statusCode,
    message: problem.message,
    error: problem.error,
    code: problem.code,
    accessDecision: AccessDecision,
    docUrl: problem.docUrl,
    correlationId: problem.correlationId,
  })
  .meta({
    id: 'WalletNotAllowedError',
    description: 'The wallet may not pay this link.',
    examples: [
      {
        statusCode: 403,
        message: 'Wallet is not allowed to pay this secure payment',
        error: 'Forbidden',
        code: 'wallet_not_allowed',
        accessDecision: rejectWallet(SAMPLE_PAYER),
        ...sampleField,
      },
      screeningSample('screening_rejected', {
        message: 'Wallet is not allowed to pay this secure payment',
        listing: 'listed',
      }),
      screeningSample('provider_error', {
        message: 'Wallet could not be checked and may not pay this secure payment now',
        listing: 'unknown',
      }),
    ],
  });
