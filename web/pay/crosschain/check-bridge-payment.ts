import { readCalldata } from '../../api/read-calldata.ts';
import type { SecurePaymentCalldata } from '../../api/shapes.ts';
import { member, texts } from '../../engine/members.ts';
import { sameAddress } from '../../ui/address.ts';
import { decodePayment } from '../../wallet/calldata.ts';
import { TRUSTED_BRIDGES } from '../../wallet/trusted-bridges.generated.ts';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import type { TrustedBridge, TrustedContracts } from '../../wallet/trusted-network.ts';
import { compareByEye } from '../check-calldata.ts';
import { checkPaid } from '../check-paid.ts';
import { checkApprovals, readFunds } from '../check-plan.ts';
import { type Checked, callOf, coinOf } from '../checked.ts';
import type { Link } from '../link.ts';
import type { Known } from '../look-alikes.ts';
import type { BridgeCheck, BridgeMismatch, BridgeSource } from './bridge-plan.ts';
import { type CheckedLegs, checkLegs, sumOf } from './check-legs.ts';
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
  const { answer, bridge, source, link, now } = checking;
  const calls = answer.transactions ?? [];
  const last = calls.at(-1);
  const call = decodeBridgeCall(last?.data ?? '');
  if (last === undefined || call === undefined) return refuse('unreadable');
  if (coinOf(last) !== 0n) return refuse('coin');
  if (!sameAddress(last.to, bridge.diamond)) return refuse('contract');
  const legs = checkLegs(call, bridge);
  if (legs === undefined) return refuse('leg');
  const paid = checkDestination(checking, call);
  if (typeof paid === 'string') return refuse(paid);
  const times = readDeadlines({ ...call, swapBy: legs.swapBy }, now);
  if (times === undefined) return refuse('deadline');
  const amounts = amountsOf(checking, { legs, paid });
  if (!sameAddress(legs.sourceToken, source.asset.address)) return refuse('token');
  if (!isWorthIt(amounts)) return refuse('cost');
  if (!isDelivered(checking, call)) return refuse('arrival');
  const totals = [{ asset: source.asset, units: legs.sourceUnits }];
  const checked = { ...paid, totals, spender: bridge.diamond, isExact: true };
  const approvals = checkApprovals(calls.slice(0, -1), checked);
  if (typeof approvals === 'string') return refuse(approvals);
  const { spender: _, isExact: _exact, ...plan } = checked;
  const steps = [
    ...(isApproved(checking, legs.sourceUnits) ? [] : approvals),
    {
      kind: 'pay' as const,
      call: callOf(last),
      payments: 1,
      positions: [0],
      totals,
      fees: plan.fees,
    },
  ];
  const { known = { own: checking.wallet, paid: [] } } = checking;
  return {
    ...compareByEye(link, { ...plan, steps, ...readFunds(answer, totals) }, known),
    ...times,
    kind: 'ok',
    source,
    sourceUnits: legs.sourceUnits,
    paidUnits: amounts.paid.units,
    costUnits: costUnitsOf(amounts),
    routeFees: legs.fees,
  };
}

function amountsOf(
  { source, link }: Checking,
  { legs, paid }: { readonly legs: CheckedLegs; readonly paid: Checked },
) {
  const [total] = paid.totals;
  return {
    source: { asset: source.asset, units: legs.sourceUnits },
    feeUnits: sumOf(legs.fees),
    paid: { asset: link.payments[0].asset, units: total?.units ?? 0n },
  };
}

/** What is deposited is a token of the page's list, and worth what is to arrive. */
function isDelivered({ source, link }: Checking, call: BridgeCall): boolean {
  const { depositToken, depositUnits, leastOutputUnits } = call;
  const tokens = Object.values(source.network.tokens);
  const deposited = tokens.find(({ address }) => sameAddress(address, depositToken));
  if (deposited === undefined) return false;
  const arrives = { asset: link.payments[0].asset, units: leastOutputUnits };
  return isDeliverable({ asset: deposited, units: depositUnits }, arrives);
}

/** Where a route leads: to this payment, and back to this wallet where it cannot be made. */
function checkDestination(checking: Checking, call: BridgeCall): Checked | BridgeMismatch {
  const { link, destination, wallet } = checking;
  const [{ asset }] = link.payments;
  if (call.destinationChainId !== BigInt(link.network.chainId)) return 'network';
  if (!sameAddress(call.receiver, destination.receiver)) return 'receiver';
  if (!sameAddress(call.refundAddress, wallet)) return 'refund';
  if (!sameAddress(call.outputToken, asset.address)) return 'arrival';
  const message = decodeMessage(call.message);
  const [embedded, ...others] = message?.calls ?? [];
  if (message === undefined || embedded === undefined || others.length > 0) return 'unreadable';
  if (!sameAddress(message.fallbackAddress, wallet)) return 'refund';
  const paid = checkEmbedded(checking, embedded);
  if (typeof paid === 'string') return paid;
  const [total] = paid.totals;
  if (embedded.units !== total?.units || call.leastOutputUnits < embedded.units) return 'arrival';
  return paid;
}

/** The call on the destination is that of the fee proxy, which every payment of the link makes. */
function checkEmbedded(checking: Checking, embedded: Leg): Checked | BridgeMismatch {
  const { link, contracts, answer } = checking;
  const [{ asset, paymentReference }] = link.payments;
  const isTakenByTheCall =
    embedded.approveTo === embedded.callTo && sameAddress(embedded.sendingToken, asset.address);
  const givesNothingElse =
    embedded.receivingToken === embedded.sendingToken || embedded.receivingToken === NO_TOKEN;
  if (!sameAddress(embedded.callTo, contracts.feeProxy)) return 'contract';
  if (!isTakenByTheCall || !givesNothingElse) return 'token';
  const main = decodePayment(embedded.data);
  if (main === undefined) return 'unreadable';
  if (!sameAddress(main.token, asset.address)) return 'token';
  // Nothing else says of an answer without a reference that it is this payment's.
  if (paymentReference === undefined) return 'reference';
  const spendUnits = main.amountUnits + main.feeUnits;
  return checkPaid({ link, answer, contracts, calls: [] }, { ...main, spendUnits }, []);
}

const NO_TOKEN = `0x${'0'.repeat(40)}`;

/** An allowance that is enough may stay if it is hardly more: it is that of a quote of some minutes ago. */
const ALLOWANCE_SHARE_MAX = 103n;

function isApproved({ body }: Checking, units: bigint): boolean {
  const { allowance = '' } = texts(member(body, 'metadata'), ['allowance']);
  const allowed = /^[0-9]{1,78}$/.test(allowance) ? BigInt(allowance) : 0n;
  return allowed >= units && allowed * 100n <= units * ALLOWANCE_SHARE_MAX;
}

const refuse = (reason: BridgeMismatch): BridgeCheck => ({ kind: 'refused', reason });
