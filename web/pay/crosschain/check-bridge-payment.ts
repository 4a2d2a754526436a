import { readCalldata } from '../../api/read-calldata.ts';
import type { PreparedCall, SecurePaymentCalldata } from '../../api/shapes.ts';
import { member, texts } from '../../engine/members.ts';
import { sameAddress } from '../../ui/address.ts';
import { decodePayment } from '../../wallet/calldata.ts';
import { TRUSTED_BRIDGES } from '../../wallet/trusted-bridges.generated.ts';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import type { Asset, TrustedBridge, TrustedContracts } from '../../wallet/trusted-network.ts';
import { compareMain, ownFeeOf, type Paid } from '../check-paid.ts';
import { readFunds } from '../check-plan.ts';
import { callOf, coinOf } from '../checked.ts';
import { compareByEye } from '../compare-by-eye.ts';
import type { Link } from '../link.ts';
import type { Known } from '../look-alikes.ts';
import type { BridgeCheck, BridgeMismatch, BridgePlan, BridgeSource } from './bridge-plan.ts';
import { type Allowances, checkAllowances } from './check-allowances.ts';
import { type CheckedLegs, checkLegs, sumOf } from './check-legs.ts';
import {
  borneUnitsOf,
  checkFeesOf,
  checkSourceFees,
  type SourceFees,
} from './check-source-fees.ts';
import {
  type BridgeCall,
  decodeBridgeCall,
  decodeMessage,
  type Leg,
} from './decode-bridge-call.ts';
import { costUnitsOf, isDeliverable, isWorthIt } from './route-cost.ts';
import { readDeadlines } from './route-deadlines.ts';

/** A link as the page shows it, and how it is to be paid from another network. */
interface BridgePayment {
  readonly link: Link;
  /** Who signs. */
  readonly wallet: string;
  /** Of a Safe to whom returns what does not arrive; its approvals are part of its transaction. Undefined for a key, to which it returns. */
  readonly safe?: { readonly refundTo: string } | undefined;
  readonly source: BridgeSource;
  /** The body of `/pay?chain&token`, or of `refresh-step-transaction`. */
  readonly body: unknown;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Payees that are known beside those of the link. */
  readonly known?: Known;
}

/** What the parts of the check know. */
interface Checking extends BridgePayment {
  readonly bridge: TrustedBridge;
  readonly destination: TrustedBridge;
  readonly contracts: TrustedContracts;
  readonly answer: SecurePaymentCalldata;
}

/**
 * Decodes the approvals and the bridge's call of an answer and compares them with the link as it is shown, field by
 * field, and the embedded call with the payment. Whatever else an answer has is refused: an API that was broken
 * into, or a route provider, can then make a payment fail, and take no more than a route may cost.
 */
export function checkBridgePayment(payment: BridgePayment): BridgeCheck {
  const { link, source } = payment;
  const bridge = TRUSTED_BRIDGES[source.networkId];
  const destination = TRUSTED_BRIDGES[link.networkId];
  const contracts = TRUSTED_CONTRACTS[link.networkId];
  if (bridge === undefined || destination === undefined || contracts === undefined) {
    return refuse('unsupported');
  }
  if (!isBridged(payment)) return refuse('unsupported');
  const answer = readCalldata(payment.body);
  return checkAnswer({ ...payment, bridge, destination, contracts, answer });
}

/** One payment in a token, of another network than the source. */
function isBridged({ link, source }: BridgePayment): boolean {
  const [{ asset, conversion }] = link.payments;
  return (
    link.kind === 'single' &&
    link.networkId !== source.networkId &&
    asset.address !== undefined &&
    source.asset.address !== undefined &&
    conversion === undefined
  );
}

function checkAnswer(checking: Checking): BridgeCheck {
  const { answer, bridge, source, now } = checking;
  const isOfSafe = checking.safe !== undefined;
  const calls = answer.transactions ?? [];
  const at = calls.length - 1 - (answer.fees ?? []).length;
  const made = calls[at];
  const call = decodeBridgeCall(made?.data ?? '');
  if (made === undefined || call === undefined) return refuse('unreadable');
  if (coinOf(made) !== 0n) return refuse('coin');
  if (!sameAddress(made.to, bridge.diamond)) return refuse('contract');
  const legs = checkLegs(call, bridge);
  if (legs === undefined) return refuse('leg');
  const fees = checkSourceFees(calls.slice(at + 1), {
    ...checking,
    check: checkFeesOf(checking.link),
  });
  if (typeof fees === 'string') return refuse(fees);
  const main = checkDestination(checking, { call, fees });
  if (typeof main === 'string') return refuse(main);
  const times = readDeadlines({ ...call, swapBy: legs.swap?.by }, now);
  if (times === undefined) return refuse('deadline');
  const amounts = amountsOf(checking, { legs, main });
  if (!sameAddress(legs.sourceToken, source.asset.address)) return refuse('token');
  if (!isWorthIt(amounts)) return refuse('cost');
  const deposited = depositedOf(checking, call);
  if (deposited === undefined) return refuse('arrival');
  const { sourceUnits: units } = legs;
  const taken = { asset: source.asset, bridge, units, fees };
  const allowed = checkAllowances(calls.slice(0, at), { ...taken, isWhole: isOfSafe });
  if (typeof allowed === 'string') return refuse(allowed);
  return planOf(checking, { made, legs, deposited, fees, main, times, amounts, allowed });
}

/** What was found to be as it has to be. */
interface Found {
  readonly made: PreparedCall;
  readonly legs: CheckedLegs;
  /** The token that reaches the bridge. */
  readonly deposited: Asset;
  readonly fees: SourceFees;
  readonly main: Paid;
  readonly times: NonNullable<ReturnType<typeof readDeadlines>>;
  readonly amounts: ReturnType<typeof amountsOf>;
  readonly allowed: Allowances;
}

function planOf(checking: Checking, found: Found): BridgePlan {
  const { link, answer, source, known = { own: checking.wallet, paid: [] } } = checking;
  const { made, legs, fees, main, times, amounts, allowed } = found;
  const { asset } = source;
  const { sourceUnits: routeUnits } = legs;
  const sourceUnits = routeUnits + fees.units;
  const totals = [{ asset, units: sourceUnits }];
  const own = ownFeeOf(link.payments[0], { answer, main });
  const pay = {
    kind: 'pay' as const,
    call: callOf(made),
    payments: 1,
    positions: [0],
    totals: [{ asset, units: routeUnits }],
    fees: own,
  };
  const plan = {
    steps: [
      ...(isApproved(checking, routeUnits) ? [] : allowed.ofRoutes),
      ...allowed.ofFees,
      pay,
      ...fees.steps,
    ],
    mainUnits: main.amountUnits,
    fees: [...own, ...fees.fees],
    totals,
    contractFees: [],
    paymentReference: main.reference,
    ...readFunds(answer, totals),
  };
  return {
    ...compareByEye(link, plan, known),
    ...times,
    kind: 'ok',
    source,
    sourceUnits,
    routeUnits,
    paidUnits: main.spendUnits,
    costUnits: costUnitsOf(amounts),
    routeFees: legs.fees,
    swap: swapOf(checking, found),
  };
}

function swapOf({ source }: Checking, { legs, deposited: asset }: Found): BridgePlan['swap'] {
  const { sourceUnits, fees, swap } = legs;
  if (swap === undefined) return undefined;
  const { leastUnits } = swap;
  const given = { asset: source.asset, units: sourceUnits - sumOf(fees) };
  const costUnits = costUnitsOf({ source: given, paid: { asset, units: leastUnits } });
  return { asset, leastUnits, costUnits };
}

function amountsOf({ source, link }: Checking, { legs, main }: Pick<Found, 'legs' | 'main'>) {
  return {
    source: { asset: source.asset, units: legs.sourceUnits },
    feeUnits: sumOf(legs.fees),
    paid: { asset: link.payments[0].asset, units: main.spendUnits },
  };
}

/** The token that is deposited, where it is of the page's list and the deposit is worth what is to arrive. */
function depositedOf({ source, link }: Checking, call: BridgeCall): Asset | undefined {
  const { depositToken, depositUnits, leastOutputUnits } = call;
  const tokens = Object.values(source.network.tokens);
  const deposited = tokens.find(({ address }) => sameAddress(address, depositToken));
  if (deposited === undefined) return undefined;
  const arrives = { asset: link.payments[0].asset, units: leastOutputUnits };
  return isDeliverable({ asset: deposited, units: depositUnits }, arrives) ? deposited : undefined;
}

/** Where a route leads: to this payment, and back to this wallet where it cannot be made. */
function checkDestination(
  checking: Checking,
  { call, fees }: { readonly call: BridgeCall; readonly fees: SourceFees },
): Paid | BridgeMismatch {
  const { link, destination, wallet, safe } = checking;
  const refundTo = safe?.refundTo ?? wallet;
  const [{ asset }] = link.payments;
  if (call.destinationChainId !== BigInt(link.network.chainId)) return 'network';
  if (!sameAddress(call.receiver, destination.receiver)) return 'receiver';
  if (!sameAddress(call.refundAddress, refundTo)) return 'refund';
  if (!sameAddress(call.outputToken, asset.address)) return 'arrival';
  const message = decodeMessage(call.message);
  const [embedded, ...others] = message?.calls ?? [];
  if (message === undefined || embedded === undefined || others.length > 0) return 'unreadable';
  if (!sameAddress(message.fallbackAddress, refundTo)) return 'refund';
  const main = checkEmbedded(checking, { embedded, fees });
  if (typeof main === 'string') return main;
  if (embedded.units !== main.spendUnits || call.leastOutputUnits < embedded.units)
    return 'arrival';
  return main;
}

/** The call on the destination is that of the fee proxy, which every payment of the link makes. */
function checkEmbedded(
  { link, contracts, answer, source }: Checking,
  { embedded, fees }: { readonly embedded: Leg; readonly fees: SourceFees },
): Paid | BridgeMismatch {
  const [{ asset, paymentReference, amountUnits }] = link.payments;
  const isTakenByTheCall =
    embedded.approveTo === embedded.callTo && sameAddress(embedded.sendingToken, asset.address);
  const givesNothingElse =
    embedded.receivingToken === embedded.sendingToken || embedded.receivingToken === NO_TOKEN;
  if (!sameAddress(embedded.callTo, contracts.feeProxy)) return 'contract';
  if (!isTakenByTheCall || !givesNothingElse) return 'token';
  const call = decodePayment(embedded.data);
  if (call === undefined) return 'unreadable';
  if (!sameAddress(call.token, asset.address)) return 'token';
  // Nothing else says of an answer without a reference that it is this payment's.
  if (paymentReference === undefined) return 'reference';
  const main = { ...call, spendUnits: call.amountUnits + call.feeUnits };
  const leftOutUnits = amountUnits - call.amountUnits;
  const borneUnits = borneUnitsOf(fees, { from: source.asset, to: asset, leftOutUnits });
  return compareMain(link, { answer, main, borneUnits }) ?? main;
}

const NO_TOKEN = `0x${'0'.repeat(40)}`;

/** An allowance that is enough may stay if it is hardly more: it is that of a quote of some minutes ago. */
const ALLOWANCE_SHARE_MAX = 103n;

function isApproved({ body, safe }: Checking, units: bigint): boolean {
  if (safe !== undefined) return false;
  const { allowance = '' } = texts(member(body, 'metadata'), ['allowance']);
  const allowed = /^[0-9]{1,78}$/.test(allowance) ? BigInt(allowance) : 0n;
  return allowed >= units && allowed * 100n <= units * ALLOWANCE_SHARE_MAX;
}

const refuse = (reason: BridgeMismatch): BridgeCheck => ({ kind: 'refused', reason });
