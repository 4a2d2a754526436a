import type { Currency } from '#catalog/currencies.ts';
import type { Network } from '#catalog/networks.ts';
import { printAmount } from '#kit/amount.ts';
import type { FeeLimits } from '#kit/resources.ts';
import { dollarsOf } from './dollars.ts';

/** Who receives a fee, and what share it is. */
export interface NamedFee {
  readonly percentage: string;
  readonly address: string;
}

/** A cost in the network's own coin, as a human decimal. */
interface NativeCost {
  readonly required: boolean;
  readonly currency: string;
  readonly amountNative: string;
  readonly hasEnoughBalance: boolean;
}

/** What a key signs by itself, so that an account may take its tokens. */
export interface EoaApproval {
  readonly owner: string;
  /** The account. */
  readonly spender: string;
  readonly tokenAddress: string;
  /** Its id. */
  readonly currency: string;
  /** Smallest units, as it is signed. */
  readonly amount: string;
  readonly approvalType: 'unlimited' | 'exact';
}

/** The part of metadata about a key whose tokens an account pays with; empty for other wallets. */
export interface EoaMetadata {
  readonly eoaApprovalRequired?: boolean;
  /** Missing where the key's allowance suffices, and where it is of several tokens. */
  readonly eoaApproval?: EoaApproval;
}

/** What the payer's page shows before it asks for a signature. */
export interface PayMetadata extends EoaMetadata {
  /** How many transactions are signed, approvals included. */
  readonly stepsRequired: number;
  readonly needsApproval: boolean;
  /** A human decimal; null where nobody sponsors transactions. */
  readonly transactionSponsorshipFeeUsd: string | null;
  /** The first approval in `transactions`; missing where none is needed. */
  readonly approvalTransactionIndex?: number;
  readonly approvalTransactionsCount?: number;
  /** The payment itself; payments of fees come after it. */
  readonly paymentTransactionIndex: number;
  /** The three are missing where no wallet was read. */
  readonly hasEnoughBalance?: boolean;
  readonly hasEnoughGas?: boolean;
  readonly hasEnoughAllowance?: boolean;
  readonly platformFee?: NamedFee;
  readonly protocolFee?: NamedFee;
  /** Smallest units of what is paid, as are the next four; of a conversion the most it may take. */
  readonly requiredAmount: string;
  /** What a conversion takes at the rate of this moment. */
  readonly sourceAmount?: string;
  readonly balance?: string;
  /** Missing for the native coin, which needs none. */
  readonly allowance?: string;
  readonly nativeBalance?: string;
  /** Human decimals of the native coin, as are the next two. */
  readonly estimatedNetworkFee?: string;
  readonly estimatedApprovalNetworkFee?: string;
  readonly estimatedPaymentNetworkFee?: string;
  /** The same in dollars; missing where no fresh rate of the coin was read. */
  readonly estimatedNetworkFeeUsd?: string;
  readonly estimatedApprovalNetworkFeeUsd?: string;
  readonly estimatedPaymentNetworkFeeUsd?: string;
  /** What a transaction may cost at most, as human decimals; missing where wallets choose it. */
  readonly approvalFeeLimit?: string;
  readonly paymentFeeLimit?: string;
  readonly routeType: 'samechain';
  readonly costBreakdown?: {
    readonly approvalFee?: NativeCost;
    readonly paymentGasFee: NativeCost;
    readonly totalGasFee: NativeCost;
    readonly fundingStatus: {
      readonly hasEnoughPaymentToken: boolean;
      readonly hasEnoughApprovalGas: boolean;
      readonly hasEnoughOverall: boolean;
    };
    readonly totals: {
      readonly paymentAmount: string;
      readonly paymentCurrency: string;
      readonly sourceAmount: string;
    };
  };
}

/** The totals of a plan, all units being those of the currency that moves. */
export interface PaySituation {
  readonly approvals: number;
  /** The payment and those of its fees. */
  readonly payments: number;
  /** How many calls of an account first take the tokens of a key; left out for other wallets. */
  readonly pulls?: number | undefined;
  /** What a key signs by itself before the account takes its tokens; undefined where the wallet pays with its own. */
  readonly eoaApprovals?: readonly EoaApproval[] | undefined;
  /** What leaves the wallet at most, and what an allowance must cover. */
  readonly requiredUnits: bigint;
  /** What leaves it at the rate of this moment; the same where nothing is converted. */
  readonly sourceUnits: bigint;
  /** What the payee receives of that. */
  readonly amountUnits: bigint;
  readonly isConversion: boolean;
  readonly currency: Currency;
  readonly network: Network;
  readonly feeLimits: FeeLimits | undefined;
  readonly platformFee: NamedFee | undefined;
  readonly protocolFee: NamedFee | undefined;
  /** The fee for sponsored transactions that is due, as a human decimal of dollars; undefined for none. */
  readonly sponsorshipFeeUsd: string | undefined;
}

/** What is known of the payer's wallet, and what the network takes for the plan. */
export interface PayerSituation {
  /** Of what is paid. */
  readonly balanceUnits: bigint;
  /** Undefined where the native coin is paid. */
  readonly allowanceUnits: bigint | undefined;
  readonly nativeBalanceUnits: bigint;
  /** Network fees in the native coin's smallest unit: of the approvals, and of all transactions. */
  readonly approvalFeeUnits: bigint;
  readonly networkFeeUnits: bigint;
  /** What one native coin is worth in dollars, with eight decimals; undefined where that was not read. */
  readonly coinDollarUnits?: bigint | undefined;
  /** Whether somebody else pays those, as whoever executes a Safe's transaction does. */
  readonly isExecutedByOthers: boolean;
}

/** What a plan requires of the payer and, with a wallet, whether the wallet has it. */
export function payMetadata(
  situation: PaySituation,
  payer: PayerSituation | undefined,
): PayMetadata {
  const { approvals, platformFee, protocolFee, sponsorshipFeeUsd } = situation;
  const { eoaApprovals, pulls: first = 0 } = situation;
  return {
    stepsRequired: first + approvals + situation.payments,
    needsApproval: approvals > 0,
    transactionSponsorshipFeeUsd: sponsorshipFeeUsd ?? null,
    ...(approvals > 0 && { approvalTransactionIndex: first, approvalTransactionsCount: approvals }),
    paymentTransactionIndex: first + approvals,
    ...eoaMetadata(eoaApprovals),
    ...(platformFee && { platformFee }),
    ...(protocolFee && { protocolFee }),
    requiredAmount: situation.requiredUnits.toString(),
    ...(situation.isConversion && { sourceAmount: situation.sourceUnits.toString() }),
    ...feeLimitsOf(situation),
    ...(payer && aboutPayer(situation, payer)),
    routeType: 'samechain',
  };
}

/** What a key must sign before, as metadata says it: one approval in words, where it is one; nothing for wallets that pay with their own tokens. */
export function eoaMetadata(eoaApprovals: readonly EoaApproval[] | undefined): EoaMetadata {
  if (eoaApprovals === undefined) return {};
  const [only, ...others] = eoaApprovals;
  return {
    eoaApprovalRequired: eoaApprovals.length > 0,
    ...(only !== undefined && others.length === 0 && { eoaApproval: only }),
  };
}

function feeLimitsOf({ approvals, feeLimits }: PaySituation) {
  if (feeLimits === undefined) return {};
  return {
    ...(approvals > 0 && { approvalFeeLimit: feeLimits.approvalUnits.toString() }),
    paymentFeeLimit: feeLimits.paymentUnits.toString(),
  };
}

function aboutPayer(situation: PaySituation, payer: PayerSituation) {
  const { eoaApprovals, requiredUnits, network } = situation;
  // Those of an account are no transactions of their own.
  const approvals = eoaApprovals?.length ?? situation.approvals;
  const { allowanceUnits, balanceUnits, nativeBalanceUnits } = payer;
  const { approvalFeeUnits: approvalCost, networkFeeUnits: totalCost } = payer;
  const paymentCost = totalCost - approvalCost;
  // Coins that are paid do not pay network fees.
  const spentUnits = allowanceUnits === undefined ? requiredUnits : 0n;
  const { symbol, decimals } = network.nativeCurrency;
  const { isExecutedByOthers, coinDollarUnits } = payer;
  const inDollars = (units: bigint, price: bigint) => dollarsOf(units, price, decimals);
  const hasFor = (units: bigint) =>
    nativeBalanceUnits >= spentUnits + (isExecutedByOthers ? 0n : units);
  const costOf = (units: bigint): NativeCost => ({
    required: !isExecutedByOthers,
    currency: symbol,
    amountNative: printAmount(units, decimals),
    hasEnoughBalance: hasFor(units),
  });
  const hasEnoughBalance = balanceUnits >= requiredUnits;
  const hasEnoughGas = hasFor(totalCost);
  return {
    hasEnoughBalance,
    hasEnoughGas,
    hasEnoughAllowance: approvals === 0,
    balance: balanceUnits.toString(),
    ...(allowanceUnits !== undefined && { allowance: allowanceUnits.toString() }),
    nativeBalance: nativeBalanceUnits.toString(),
    estimatedNetworkFee: printAmount(totalCost, decimals),
    ...(approvals > 0 && { estimatedApprovalNetworkFee: printAmount(approvalCost, decimals) }),
    estimatedPaymentNetworkFee: printAmount(paymentCost, decimals),
    ...(coinDollarUnits !== undefined && {
      estimatedNetworkFeeUsd: inDollars(totalCost, coinDollarUnits),
      ...(approvals > 0 && {
        estimatedApprovalNetworkFeeUsd: inDollars(approvalCost, coinDollarUnits),
      }),
      estimatedPaymentNetworkFeeUsd: inDollars(paymentCost, coinDollarUnits),
    }),
    costBreakdown: {
      ...(approvals > 0 && { approvalFee: costOf(approvalCost) }),
      paymentGasFee: costOf(paymentCost),
      totalGasFee: costOf(totalCost),
      fundingStatus: {
        hasEnoughPaymentToken: hasEnoughBalance,
        hasEnoughApprovalGas: hasFor(approvalCost),
        hasEnoughOverall: hasEnoughBalance && hasEnoughGas,
      },
      totals: totalsOf(situation),
    },
  };
}

function totalsOf({ amountUnits, sourceUnits, currency }: PaySituation) {
  return {
    paymentAmount: printAmount(amountUnits, currency.decimals),
    paymentCurrency: currency.id,
    sourceAmount: printAmount(sourceUnits, currency.decimals),
  };
}
