import type { Currency } from '#catalog/currencies.ts';
import type { Network } from '#catalog/networks.ts';
import { printAmount } from '#kit/amount.ts';
import type { PayPlan, WalletFacts } from './pay-plan.ts';

/** A cost in the network's own coin, as a human decimal. */
interface NativeCost {
  readonly required: boolean;
  readonly currency: string;
  readonly amountNative: string;
  readonly hasEnoughBalance: boolean;
}

/** What the payer's page shows before it asks for a signature. */
export interface PayMetadata {
  /** How many transactions are signed, approvals included. */
  readonly stepsRequired: number;
  readonly needsApproval: boolean;
  /** Null where payers pay their own gas, as on every EVM network. */
  readonly transactionSponsorshipFeeUsd: null;
  /** The first approval in `transactions`; missing where none is needed. */
  readonly approvalTransactionIndex?: number;
  readonly approvalTransactionsCount?: number;
  readonly paymentTransactionIndex: number;
  /** The three are true while no wallet is known. */
  readonly hasEnoughBalance: boolean;
  readonly hasEnoughGas: boolean;
  readonly hasEnoughAllowance: boolean;
  readonly platformFee?: { readonly percentage: string; readonly address: string };
  /** Smallest units, as are the next three. */
  readonly requiredAmount: string;
  readonly balance?: string;
  readonly allowance?: string;
  readonly nativeBalance?: string;
  /** Human decimals of the native coin, as are the next two. */
  readonly estimatedNetworkFee?: string;
  readonly estimatedApprovalNetworkFee?: string;
  readonly estimatedPaymentNetworkFee?: string;
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

interface PaySituation {
  readonly plan: PayPlan;
  readonly amountUnits: bigint;
  readonly currency: Currency;
  readonly network: Network;
  readonly platformFee: { readonly percentage: string; readonly address: string } | undefined;
}

/** What is known of the payer's wallet, and what gas its network takes. */
export interface PayerSituation {
  readonly facts: WalletFacts;
  /** In units of gas. */
  readonly gasNeeds: { readonly approval: bigint; readonly payment: bigint };
}

/** Tells what a plan asks of the payer and, once a wallet is known, whether the wallet has it. */
export function payMetadata(
  situation: PaySituation,
  payer: PayerSituation | undefined,
): PayMetadata {
  const { plan, platformFee } = situation;
  const approvals = plan.steps.length - 1;
  return {
    stepsRequired: plan.steps.length,
    needsApproval: approvals > 0,
    transactionSponsorshipFeeUsd: null,
    ...(approvals > 0 && { approvalTransactionIndex: 0, approvalTransactionsCount: approvals }),
    paymentTransactionIndex: approvals,
    hasEnoughBalance: true,
    hasEnoughGas: true,
    hasEnoughAllowance: true,
    ...(platformFee && { platformFee }),
    requiredAmount: plan.requiredUnits.toString(),
    ...(payer && aboutPayer(situation, payer)),
    routeType: 'samechain',
  };
}

function aboutPayer(situation: PaySituation, payer: PayerSituation) {
  const { plan, network, currency, amountUnits } = situation;
  const { facts, gasNeeds } = payer;
  const approvals = BigInt(plan.steps.length - 1);
  const approvalCost = approvals * gasNeeds.approval * facts.gasPriceUnits;
  const paymentCost = gasNeeds.payment * facts.gasPriceUnits;
  const totalCost = approvalCost + paymentCost;
  const { symbol, decimals } = network.nativeCurrency;
  const costOf = (units: bigint): NativeCost => ({
    required: true,
    currency: symbol,
    amountNative: printAmount(units, decimals),
    hasEnoughBalance: facts.nativeBalanceUnits >= units,
  });
  const hasEnoughBalance = facts.balanceUnits >= plan.requiredUnits;
  const hasEnoughGas = facts.nativeBalanceUnits >= totalCost;
  return {
    hasEnoughBalance,
    hasEnoughGas,
    hasEnoughAllowance: approvals === 0n,
    balance: facts.balanceUnits.toString(),
    allowance: facts.allowanceUnits.toString(),
    nativeBalance: facts.nativeBalanceUnits.toString(),
    estimatedNetworkFee: printAmount(totalCost, decimals),
    ...(approvals > 0n && { estimatedApprovalNetworkFee: printAmount(approvalCost, decimals) }),
    estimatedPaymentNetworkFee: printAmount(paymentCost, decimals),
    costBreakdown: {
      ...(approvals > 0n && { approvalFee: costOf(approvalCost) }),
      paymentGasFee: costOf(paymentCost),
      totalGasFee: costOf(totalCost),
      fundingStatus: {
        hasEnoughPaymentToken: hasEnoughBalance,
        hasEnoughApprovalGas: facts.nativeBalanceUnits >= approvalCost,
        hasEnoughOverall: hasEnoughBalance && hasEnoughGas,
      },
      totals: {
        paymentAmount: printAmount(amountUnits, currency.decimals),
        paymentCurrency: currency.id,
        sourceAmount: printAmount(plan.requiredUnits, currency.decimals),
      },
    },
  };
}
