import { fiatByCode } from '#catalog/currencies.ts';
import { addDecimals, printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { amountSummaryOf, isDollar } from '#modules/fees/index.ts';
import type { ShownBranding } from '#modules/orchestrators/index.ts';
import { blockReasonOf, type EligibilityInput } from '#modules/secure-payments/index.ts';
import { contextOf, messageKeyOf, recoveryOf } from './block-reason.ts';
import type { MulticallChildShown, MulticallDetails } from './details-shape.ts';
import {
  decimalsOf,
  isOfOneChain,
  isPaid,
  type MulticallChild,
  type MulticallPayout,
  statusOf,
} from './multicall-payout.ts';

/** With what a bundle is shown. */
export interface Showing extends EligibilityInput {
  readonly branding: ShownBranding | null;
  /** Whether payees are shown that their links hide until a wallet is given. */
  readonly showsHidden: boolean;
  /** The payment references of children whose payment was sent and may still be executed. */
  readonly sentReferences?: ReadonlySet<string>;
}

/** Shows a bundle with all its children, as they stand at a moment. */
export function multicallDetails(payout: MulticallPayout, showing: Showing): MulticallDetails {
  const children = payout.children.map((child) => childShown(child, showing));
  const status = statusOf(payout, showing.now);
  const executable = payout.children.filter((_, i) => children[i]?.executable);
  return {
    paymentType: 'multicall',
    status,
    token: payout.token,
    requestIds: children.map(({ requestId }) => requestId),
    canExecute: status === 'pending' && isOfOneChain(payout, executable),
    createdAt: isoTime(payout.createdAt),
    expiresAt: isoTime(payout.expiresAt),
    redirectUrl: null,
    redirectLabel: null,
    orchestratorId: payout.orchestratorId,
    branding: showing.branding,
    analytics: analyticsOf(payout),
    children,
    totals: {
      childCount: children.length,
      blockedChildCount: children.length - executable.length,
      byDestinationCurrency: totalsOf(payout.children),
      amountSummary: summaryOf(payout.children),
    },
  };
}

function childShown(child: MulticallChild, showing: Showing): MulticallChildShown {
  const { link, request, position } = child;
  const reason = blockReasonOf(child.link, showing) ?? sentReason(child, showing);
  const { hidesPayee, hidesUntilApproved } = link.access;
  const isHidden = !showing.showsHidden && (hidesPayee || hidesUntilApproved);
  return {
    securePaymentToken: link.token,
    requestId: request.requestId,
    position,
    executable: reason === undefined,
    blockReason: reason ?? null,
    messageKey: reason === undefined ? null : messageKeyOf(reason),
    context: contextOf(child, showing.now),
    recoveryAction: reason === undefined ? null : recoveryOf(reason),
    feePlan: link.feePlan,
    amount: amountOf(child),
    ...(request.paidUnits > 0n &&
      !isPaid(child) && { paidAmount: printAmount(request.paidUnits, decimalsOf(child)) }),
    payee: isHidden ? null : request.payeeAddress,
    reference: link.reference,
  };
}

/** What blocks a child whose payment was sent and is in no block yet. */
function sentReason({ request }: MulticallChild, { sentReferences }: Showing) {
  return sentReferences?.has(request.paymentReference)
    ? ('request_processing' as const)
    : undefined;
}

/** The amount of a child, as a human decimal: with a fee plan before what the payee bears of it. */
function amountOf(child: MulticallChild): string {
  const { feePlan } = child.link;
  if (feePlan !== null) return feePlan.grossAmountUsd;
  return printAmount(child.request.expectedUnits, decimalsOf(child));
}

/** In which a child's amounts are: its invoice's currency, or what moves. */
function invoiceCurrency({ request, currency }: MulticallChild) {
  const { conversion } = request;
  const fiat = conversion && fiatByCode(conversion.invoiceCurrencyId);
  return { id: conversion?.invoiceCurrencyId ?? currency.id, isDollar: isDollar(fiat ?? currency) };
}

function totalsOf(children: readonly MulticallChild[]) {
  const groups = Map.groupBy(children, (child) => `${child.network} ${invoiceCurrency(child).id}`);
  return [...groups.values()].flatMap((mine) => {
    const [first] = mine;
    if (first === undefined) return [];
    const currency = invoiceCurrency(first).id;
    return [{ network: first.network, currency, totalAmount: addDecimals(mine.map(amountOf)) }];
  });
}

type Summary = MulticallDetails['totals']['amountSummary'];

/** Who pays and receives what of all children, as far as their amounts can be added up. */
export function summaryOf(children: readonly MulticallChild[]): Summary {
  const isOne = new Set(children.map((child) => invoiceCurrency(child).id)).size === 1;
  const added = children
    .filter((child) => isOne || invoiceCurrency(child).isDollar)
    .map(summaryOfOne);
  const sum = (part: keyof Summary) => addDecimals(added.map((one) => one[part]));
  return {
    grossAmount: sum('grossAmount'),
    netRecipientAmount: sum('netRecipientAmount'),
    totalFees: sum('totalFees'),
    payeeBorneFees: sum('payeeBorneFees'),
    payerBorneFees: sum('payerBorneFees'),
    payerTotal: sum('payerTotal'),
  };
}

/** As its fee plan says; without one the payer bears what goes to the platform. */
function summaryOfOne(child: MulticallChild): Summary {
  const { feePlan } = child.link;
  if (feePlan !== null) return amountSummaryOf(feePlan);
  const amount = amountOf(child);
  const fee = printAmount(child.request.feeUnits, decimalsOf(child));
  return {
    grossAmount: amount,
    netRecipientAmount: amount,
    totalFees: fee,
    payeeBorneFees: '0',
    payerBorneFees: fee,
    payerTotal: addDecimals([amount, fee]),
  };
}

function analyticsOf(payout: MulticallPayout): MulticallDetails['analytics'] {
  const { children } = payout;
  const isInDollars = children.every((child) => invoiceCurrency(child).isDollar);
  return {
    creationTimestamp: isoTime(payout.createdAt),
    ...(isInDollars && { totalPaymentAmountUsd: summaryOf(children).grossAmount }),
    ...feesUsd(children),
    numberOfPaymentsExcludingFees: children.length,
    destinationIds: [],
  };
}

function feesUsd(children: readonly MulticallChild[]): Partial<MulticallDetails['analytics']> {
  const plans = children.flatMap(({ link }) => link.feePlan ?? []);
  if (plans.length === 0) return { feeAmountsUsdUnavailableReason: 'fee_plan_unavailable' };
  const fees = plans.flatMap((plan) => plan.fees);
  const sum = (type: string, bearer?: string) =>
    addDecimals(
      fees
        .filter((fee) => fee.type === type && (bearer ?? fee.feeBearer) === fee.feeBearer)
        .map((fee) => fee.calculatedAmountUsd),
    );
  return {
    protocolFeeAmountUsd: sum('protocol_fee'),
    orchestratorPayerFeeAmountUsd: sum('orchestrator_fee', 'payer'),
    orchestratorRecipientFeeAmountUsd: sum('orchestrator_fee', 'payee'),
  };
}
