import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

const sampleResult = {
  walletAddress: SAMPLE.payer,
  walletType: 'eoa',
  parentWalletAddress: null,
  status: 'rejected',
  reasonCode: 'wallet_not_allowed',
  provider: null,
} as const;

const AccessStatus = z.enum(['approved', 'rejected', 'error']);
const ReasonCode = z
  .string()
  .describe('`approved`, or `wallet_not_allowed` where the wallet is not on the allowlist.');
const Provider = z.string().nullable().describe('Who screened it; null where nobody did.');

const WalletResult = z
  .object({
    walletAddress: z.string(),
    walletType: z.enum(['eoa', 'smart_account']),
    parentWalletAddress: z.string().nullable().optional(),
    status: AccessStatus,
    reasonCode: ReasonCode,
    provider: Provider,
  })
  .meta({
    id: 'WalletResult',
    description: 'Whether one wallet may pay.',
    examples: [sampleResult],
  });

/** Whether a payer may pay, for payers' pages. */
export const AccessDecision = z
  .object({
    status: AccessStatus,
    reasonCode: ReasonCode,
    provider: Provider,
    walletResults: z.array(WalletResult),
  })
  .meta({
    id: 'AccessDecision',
    description: 'Whether the wallet may pay this link.',
    examples: [
      {
        status: 'rejected',
        reasonCode: 'wallet_not_allowed',
        provider: null,
        walletResults: [sampleResult],
      },
    ],
  });

/** Whether a payer may pay. */
export type AccessDecision = z.output<typeof AccessDecision>;

/** Who is to pay. */
interface DecidedPayer {
  readonly wallet: string;
  /** Has the tokens, and is who the decision is about. */
  readonly holder: string;
  readonly isSafe: boolean;
}

/** The decision on a payer that nothing speaks against. */
export function approveWallet(payer: DecidedPayer): AccessDecision {
  return decisionOn(payer, { status: 'approved', reasonCode: 'approved' });
}

/** The decision on a payer that is not on the allowlist. */
export function rejectWallet(payer: DecidedPayer): AccessDecision {
  return decisionOn(payer, { status: 'rejected', reasonCode: 'wallet_not_allowed' });
}

function decisionOn(
  { wallet, holder, isSafe }: DecidedPayer,
  { status, reasonCode }: Pick<AccessDecision, 'status' | 'reasonCode'>,
): AccessDecision {
  const decided = { status, reasonCode, provider: null };
  const ofHolder = {
    walletAddress: holder,
    walletType: isSafe ? 'smart_account' : 'eoa',
    parentWalletAddress: null,
    ...decided,
  } as const;
  const ofAccount = {
    walletAddress: wallet,
    walletType: 'smart_account',
    parentWalletAddress: holder,
    ...decided,
  } as const;
  return { ...decided, walletResults: wallet === holder ? [ofHolder] : [ofHolder, ofAccount] };
}
