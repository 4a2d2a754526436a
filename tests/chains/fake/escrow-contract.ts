import { decodeFunctionData, erc20Abi, getAddress, toFunctionSelector, zeroAddress } from 'viem';
import { collectorAbi, escrowAbi } from '#catalog/abis/escrow.ts';
import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import type { EscrowCollectors } from '#catalog/escrows.ts';
import type { Call, ContentToSign, EscrowEventType } from '#chains/chain.ts';
import { type EscrowPlace, hashInfo, type paymentInfo } from '#chains/evm/escrow/payment-info.ts';
import type { Clock } from '#kit/clock.ts';
import { type Hex, isSameHex } from '#kit/hex.ts';
import { type FakeContracts, nameOf } from './calls.ts';
import { digest, type FakeBalances, type FakeLog, Reverted } from './ledger.ts';
import { moveTokens } from './movements.ts';

/** What an event of the escrow reports. */
export interface FakeEscrowEvent {
  readonly type: EscrowEventType;
  readonly paymentHash: Hex;
  /** Of authorisations alone. */
  readonly salt: bigint | undefined;
  readonly units: bigint;
}

/** What the escrow of a fake chain is made of. */
export interface FakeEscrowParts {
  readonly place: EscrowPlace;
  readonly collectors: EscrowCollectors;
  readonly contracts: Pick<FakeContracts, 'oddTokens' | 'frozen'>;
  readonly now: Clock;
}

/** Carries a call out as a wallet. */
export type EscrowEffect = (balances: FakeBalances, from: string) => readonly FakeLog[];

type Info = ReturnType<typeof paymentInfo>;

/** A call about a payment while it is carried out. */
interface Running extends FakeEscrowParts {
  readonly balances: FakeBalances;
  readonly from: string;
  /** As the block has it. */
  readonly seconds: number;
  readonly info: Info;
  readonly hash: Hex;
  readonly logs: FakeLog[];
}

const SELECTORS: ReadonlyMap<string, Hex> = new Map(
  [...escrowAbi, ...collectorAbi].flatMap((item) => {
    if (item.type !== 'error') return [];
    const inputs = item.inputs.map(({ type }) => type).join(',');
    return [[item.name, toFunctionSelector(`function ${item.name}(${inputs})`)] as const];
  }),
);
const APPROVE = toFunctionSelector('function approve(address spender, uint256 units)');
const BPS_MAX = 10_000n;
/** What arrives of a token that keeps a share, of 100: always less. */
const ARRIVING_PERCENT = 99n;

/** Undone by an error of the contract, which a node names by its selector. */
function refuse(error?: string): never {
  throw new Reverted([], SELECTORS.get(error ?? '') ?? 'execution reverted');
}

/** Names of amounts of a payment in the book. */
export const escrowNameOf = {
  collected: (hash: Hex) => `escrow ${hash} collected`,
  capturable: (hash: Hex) => `escrow ${hash} capturable`,
  refundable: (hash: Hex) => `escrow ${hash} refundable`,
  approved: (hash: Hex) => `escrow ${hash} approved`,
};

/** Where the tokens of an operator are held. */
export function fakeStoreOf(operator: string): Hex {
  return getAddress(`0x${digest(`store of ${operator.toLowerCase()}`).slice(2, 42)}`);
}

/** What a payer signs for a collector here, in the form of 32 bytes. */
export function fakeEscrowSignature(payer: string, { values }: Pick<ContentToSign, 'values'>): Hex {
  const { nonce, to, spender } = values;
  return signatureOf(payer, { collector: `${to ?? spender}`, nonce: BigInt(`${nonce}`) });
}

function signatureOf(
  payer: string,
  { collector, nonce }: { readonly collector: string; readonly nonce: bigint },
): Hex {
  return digest(`${payer} lets ${collector} take ${nonce}`.toLowerCase());
}

/** What a call of the escrow, of its collector of approvals or for an approval of a token does; undefined for every other call. */
export function escrowEffectOf(
  parts: FakeEscrowParts,
  { to, data }: Call,
): EscrowEffect | undefined {
  if (isSameHex(to, parts.place.escrow)) return effectOnEscrow(parts, data);
  if (isSameHex(to, parts.collectors.preApproval)) return effectOnApprovals(parts, data);
  if (!data.startsWith(APPROVE)) return undefined;
  const { args } = decodeFunctionData({ abi: erc20Abi, data });
  const [account, units = 0n] = args;
  return (balances, from) => {
    const name = nameOf.allowance(to, from, { account: `${account}` });
    balances.write(name, BigInt(units));
    return [];
  };
}

function run(parts: FakeEscrowParts, info: Info, work: (running: Running) => void): EscrowEffect {
  const hash = hashInfo(parts.place, info);
  return (balances, from) => {
    const seconds = Math.floor(parts.now().getTime() / 1_000);
    const running = { ...parts, balances, from, seconds, info, hash, logs: [] };
    work(running);
    return running.logs;
  };
}

function effectOnApprovals(parts: FakeEscrowParts, data: Hex): EscrowEffect {
  const { functionName, args } = decodeFunctionData({ abi: collectorAbi, data });
  if (functionName !== 'preApprove') return () => refuse();
  return run(parts, args[0], ({ balances, from, info, seconds, hash }) => {
    if (from !== info.payer) refuse('InvalidSender');
    if (seconds >= info.preApprovalExpiry) refuse('AfterPreApprovalExpiry');
    if (balances.read(escrowNameOf.approved(hash)) > 0n) refuse('PaymentAlreadyPreApproved');
    if (balances.read(escrowNameOf.collected(hash)) > 0n) refuse('PaymentAlreadyCollected');
    balances.write(escrowNameOf.approved(hash), 1n);
  });
}

function effectOnEscrow(parts: FakeEscrowParts, data: Hex): EscrowEffect {
  const { functionName, args } = decodeFunctionData({ abi: escrowAbi, data });
  switch (functionName) {
    case 'authorize': {
      const [info, units, collector, signature] = args;
      return run(parts, info, (at) => authorize(at, { units, collector, signature }));
    }
    case 'capture': {
      const [info, units, feeBps, feeReceiver] = args;
      return run(parts, info, (at) => capture(at, { units, feeBps, feeReceiver }));
    }
    case 'void':
      return run(parts, args[0], (at) => {
        checkSender(at, at.info.operator);
        release(at, 'voided');
      });
    case 'reclaim':
      return run(parts, args[0], (at) => {
        checkSender(at, at.info.payer);
        if (at.seconds < at.info.authorizationExpiry) refuse('BeforeAuthorizationExpiry');
        release(at, 'reclaimed');
      });
    case 'refund': {
      const [info, units, collector] = args;
      return run(parts, info, (at) => refund(at, { units, collector }));
    }
    default:
      // Nothing here charges at once, and reads are no transactions.
      return () => refuse();
  }
}

interface Collection {
  readonly units: bigint;
  readonly collector: string;
  readonly signature: Hex;
}

/** In the contract's order of checks, here and below. */
function authorize(at: Running, collection: Collection): void {
  const { balances, info, seconds, hash } = at;
  const { units } = collection;
  checkSender(at, info.operator);
  if (units === 0n) refuse('ZeroAmount');
  if (units > info.maxAmount) refuse('ExceedsMaxAmount');
  if (seconds >= info.preApprovalExpiry) refuse('AfterPreApprovalExpiry');
  const { preApprovalExpiry, authorizationExpiry, refundExpiry } = info;
  if (preApprovalExpiry > authorizationExpiry || authorizationExpiry > refundExpiry) {
    refuse('InvalidExpiries');
  }
  if (balances.read(escrowNameOf.collected(hash)) > 0n) refuse('PaymentAlreadyCollected');
  balances.write(escrowNameOf.collected(hash), 1n);
  balances.write(escrowNameOf.capturable(hash), units);
  report(at, 'authorized', units);
  collect(at, collection);
}

interface Capture {
  readonly units: bigint;
  readonly feeBps: number;
  readonly feeReceiver: string;
}

function capture(at: Running, { units, feeBps, feeReceiver }: Capture): void {
  const { info, seconds } = at;
  checkSender(at, info.operator);
  if (units === 0n) refuse('ZeroAmount');
  if (feeBps < info.minFeeBps || feeBps > info.maxFeeBps) refuse('FeeBpsOutOfRange');
  if (feeReceiver === zeroAddress && feeBps > 0) refuse('ZeroFeeReceiver');
  if (info.feeReceiver !== zeroAddress && !isSameHex(info.feeReceiver, feeReceiver)) {
    refuse('InvalidFeeReceiver');
  }
  if (seconds >= info.authorizationExpiry) refuse('AfterAuthorizationExpiry');
  takeHeld(at, 'capturable', { units, error: 'InsufficientAuthorization' });
  add(at, escrowNameOf.refundable(at.hash), units);
  report(at, 'captured', units);
  const fee = (units * BigInt(feeBps)) / BPS_MAX;
  if (fee > 0n) pay(at, feeReceiver, fee);
  if (units > fee) pay(at, info.receiver, units - fee);
}

function refund(at: Running, { units, collector }: Omit<Collection, 'signature'>): void {
  const { info, seconds } = at;
  checkSender(at, info.operator);
  if (units === 0n) refuse('ZeroAmount');
  if (seconds >= info.refundExpiry) refuse('AfterRefundExpiry');
  takeHeld(at, 'refundable', { units, error: 'RefundExceedsCapture' });
  report(at, 'refunded', units);
  if (!isSameHex(collector, at.collectors.operatorRefund)) refuse('InvalidCollectorForOperation');
  pull(at, { owner: info.operator, spender: collector, units });
  pay(at, info.payer, units);
}

/** All that is left goes back to the payer. */
function release(at: Running, type: EscrowEventType): void {
  const units = at.balances.read(escrowNameOf.capturable(at.hash));
  if (units === 0n) refuse('ZeroAuthorization');
  at.balances.write(escrowNameOf.capturable(at.hash), 0n);
  report(at, type, units);
  pay(at, at.info.payer, units);
}

function checkSender({ from }: Running, expected: string): void {
  if (!isSameHex(from, expected)) refuse('InvalidSender');
}

function takeHeld(
  { balances, hash }: Running,
  of: 'capturable' | 'refundable',
  { units, error }: { readonly units: bigint; readonly error: string },
): void {
  const left = balances.read(escrowNameOf[of](hash)) - units;
  if (left < 0n) refuse(error);
  balances.write(escrowNameOf[of](hash), left);
}

function collect(at: Running, { units, collector, signature }: Collection): void {
  const { balances, collectors, info, hash, place } = at;
  const held = nameOf.balance(getAddress(info.token), fakeStoreOf(info.operator));
  const before = balances.read(held);
  if (isSameHex(collector, collectors.preApproval)) {
    if (balances.read(escrowNameOf.approved(hash)) === 0n) refuse('PaymentNotPreApproved');
    pull(at, { owner: info.payer, spender: collector, units });
  } else {
    const nonce = BigInt(hashInfo(place, { ...info, payer: zeroAddress }));
    if (signature !== signatureOf(info.payer, { collector, nonce })) refuse();
    if (isSameHex(collector, collectors.permit2)) {
      pull(at, { owner: info.payer, spender: PERMIT2_ADDRESS, units });
    } else if (isSameHex(collector, collectors.erc3009)) {
      move(at, { from: info.payer, to: collector, units: info.maxAmount });
      if (info.maxAmount > units) {
        move(at, { from: collector, to: info.payer, units: info.maxAmount - units });
      }
      move(at, { from: collector, to: fakeStoreOf(info.operator), units });
    } else refuse('InvalidCollectorForOperation');
  }
  if (balances.read(held) !== before + units) refuse('TokenCollectionFailed');
}

/** Takes into the store of the operator what an owner lets somebody take. */
function pull(
  at: Running,
  { owner, spender, units }: { readonly owner: string; spender: string; readonly units: bigint },
): void {
  const { balances, info } = at;
  const account = getAddress(spender);
  const name = nameOf.allowance(getAddress(info.token), getAddress(owner), { account });
  const left = balances.read(name) - units;
  if (left < 0n) refuse();
  balances.write(name, left);
  move(at, { from: owner, to: fakeStoreOf(info.operator), units });
}

const pay = (at: Running, to: string, units: bigint) =>
  move(at, { from: fakeStoreOf(at.info.operator), to, units });

interface Movement {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

function move({ balances, contracts, info, logs }: Running, movement: Movement): void {
  const tokenAddress = getAddress(info.token);
  const [from, to] = [getAddress(movement.from), getAddress(movement.to)];
  const [source, target] = [nameOf.balance(tokenAddress, from), nameOf.balance(tokenAddress, to)];
  if (contracts.frozen.has(source) || contracts.frozen.has(target)) refuse();
  const log = moveTokens(balances, { tokenAddress, from, to, units: movement.units });
  if (contracts.oddTokens.get(tokenAddress) !== 'keeps_a_share') return void logs.push(log);
  const arrived = (movement.units * ARRIVING_PERCENT) / 100n;
  balances.write(target, balances.read(target) - movement.units + arrived);
  logs.push({ ...log, claimedUnits: arrived, creditedUnits: arrived, tokenUnits: arrived });
}

function add({ balances }: Running, name: string, units: bigint): void {
  balances.write(name, balances.read(name) + units);
}

function report({ logs, hash, info, place }: Running, type: EscrowEventType, units: bigint): void {
  const salt = type === 'authorized' ? info.salt : undefined;
  const nobody = {
    payeeAddress: '',
    payerAddress: '',
    feeAddress: '',
    referenceKey: '0x',
  } as const;
  const nothing = { creditedUnits: 0n, feeUnits: 0n, tokenUnits: 0n, tokenFeeUnits: 0n };
  logs.push({
    ...{ proxyAddress: place.escrow, kind: 'token', tokenAddress: undefined },
    ...{ ...nobody, ...nothing, claimedUnits: units, conversion: undefined },
    escrow: { type, paymentHash: hash, salt, units },
  });
}
