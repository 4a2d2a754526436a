import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { isoTime } from '#kit/clock.ts';
import {
  type PlanResult,
  PROVIDER_ERROR,
  SCREENING_REJECTED,
  SCREENING_RUNNING,
  type ScreenedWallet,
} from '#modules/screening/index.ts';

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
  .describe(
    '`approved`; `wallet_not_allowed` where the wallet is not on the allowlist; `screening_rejected` where a screening rejected it; `screening_running` (status `error`) while a provider is still at work, so that the same call gets its result some seconds later; `provider_error` where a provider gave no answer, so that it may not pay now.',
  );
const Provider = z
  .string()
  .nullable()
  .describe(
    'Who screened it; null where nobody did, `account` or `operator` where somebody decided in advance.',
  );

const WalletResult = z
  .object({
    walletAddress: z.string(),
    walletType: z.enum(['eoa', 'smart_account']),
    parentWalletAddress: z.string().nullable().optional(),
    status: AccessStatus,
    reasonCode: ReasonCode,
    provider: Provider,
    evaluatedAt: z.iso.datetime().optional().describe('When it was screened.'),
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

/**
 * The decision on a payer whose wallets were screened: rejected where one of them was, an error where nothing is known of one;
 * undefined where nothing speaks against any, because a list that rejects approves nothing.
 */
export function decideScreened(
  payer: DecidedPayer,
  screened: readonly ScreenedWallet[],
): AccessDecision | undefined {
  const rejected = screened.find(({ listing }) => listing === 'listed');
  const worst = rejected ?? screened.find(({ listing }) => listing === 'unknown');
  if (worst === undefined) return undefined;
  const decided = rejected === undefined ? FAILED : REJECTED;
  const decision = decisionOn(payer, { ...decided, provider: worst.provider });
  const results = decision.walletResults.map((result) => {
    const found = screened.find(({ walletAddress }) => walletAddress === result.walletAddress);
    if (found === undefined) return result;
    const provider = found.listing === 'not_listed' ? null : found.provider;
    const at = { evaluatedAt: isoTime(found.evaluatedAt) };
    return { ...result, ...OUTCOMES[found.listing], provider, ...at };
  });
  return { ...decision, walletResults: results };
}

/**
 * The decision on a payer whose wallets the vendors of a plan judged: approved where all are. One that was rejected counts most, then
 * one without a decision, then one that is still being judged.
 */
export function decideByPlan(payer: DecidedPayer, results: readonly PlanResult[]): AccessDecision {
  const worst = PLAN_ORDER.flatMap((outcome) => results.filter((one) => one.outcome === outcome));
  const [first] = worst;
  // Nothing was judged, so nothing is approved.
  if (first === undefined) return decisionOn(payer, FAILED);
  const decision = decisionOn(payer, { ...PLAN_OUTCOMES[first.outcome], provider: first.provider });
  const walletResults = decision.walletResults.map((result) => {
    const found = results.find(({ walletAddress }) => walletAddress === result.walletAddress);
    if (found === undefined) return { ...result, ...FAILED };
    const { outcome, provider, evaluatedAt } = found;
    const at = evaluatedAt && { evaluatedAt: isoTime(evaluatedAt) };
    return { ...result, ...PLAN_OUTCOMES[outcome], provider, ...at };
  });
  const isWhole = walletResults.every(({ status }) => status === 'approved');
  if (decision.status === 'approved' && !isWhole) return { ...decision, ...FAILED, walletResults };
  return { ...decision, walletResults };
}

const REJECTED = { status: 'rejected', reasonCode: SCREENING_REJECTED } as const;
const FAILED = { status: 'error', reasonCode: PROVIDER_ERROR } as const;

const PLAN_ORDER = ['rejected', 'failed', 'running', 'approved'] as const;
const PLAN_OUTCOMES = {
  rejected: REJECTED,
  failed: FAILED,
  running: { status: 'error', reasonCode: SCREENING_RUNNING },
  approved: { status: 'approved', reasonCode: 'approved' },
} as const satisfies Record<PlanResult['outcome'], Partial<AccessDecision>>;

/** What is shown of each wallet of a payer that may not pay; nobody decided on one that no list has. */
const OUTCOMES = {
  listed: REJECTED,
  unknown: FAILED,
  not_listed: { status: 'approved', reasonCode: 'approved' },
} as const satisfies Record<ScreenedWallet['listing'], Partial<AccessDecision>>;

function decisionOn(
  { wallet, holder, isSafe }: DecidedPayer,
  {
    status,
    reasonCode,
    provider = null,
  }: Pick<AccessDecision, 'status' | 'reasonCode'> & Partial<Pick<AccessDecision, 'provider'>>,
): AccessDecision {
  const decided = { status, reasonCode, provider };
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
