import { decodeFunctionData } from 'viem';
import { z } from 'zod';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { tronBatchPaymentsAbi } from '#catalog/abis/tron-batch-payments.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { Call, Chain, ChainPayment, SentOutcome } from '#chains/chain.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { fromEvmAddress, toBase58 } from '#sandbox/tron/address.ts';
import { decodeTransaction, type SignedTransaction } from '#sandbox/tron/transaction.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import { type FakeTransaction, Reverted } from '../../chains/fake/ledger.ts';
import type { FakeNode } from '../../chains/fake/node.ts';
import type { Dice } from '../dice.ts';
import type { Plant } from '../plants.ts';

/** A signed transaction that reached a node. */
export interface Forwarded {
  readonly hash: Hex;
  /** Of the payments that it makes. */
  readonly references: readonly Hex[];
  readonly expiresAtMs: number;
  /** Whether a node took it, so that a block may hold it. */
  isKept: boolean;
}

/** What was sent to the full nodes of Tron, and what becomes of it. */
export interface RelayPool {
  readonly forwarded: ReadonlyMap<Hex, Forwarded>;
  /** Payments that two transactions were forwarded for at a time. */
  readonly problems: readonly string[];
  /** What a node answers to the bytes of a signed transaction. */
  receive(node: FakeNode, hex: string): object;
  /** Whether a node has a transaction that waits for a block. */
  isWaiting(node: FakeNode, txId: string): boolean;
  /** What has become of a transaction, by the chain itself. */
  endOf(one: Forwarded): SentOutcome;
}

interface PoolParts {
  readonly chain: FakeChain;
  /** What waits for a block. */
  readonly waiting: FakeTransaction[];
  /** Every transaction ever signed, so that a reorg can bring it back. */
  readonly signed: Map<Hex, FakeTransaction>;
  readonly dice: Dice;
  readonly tally: Record<string, number>;
}

/** How often a node is busy, refuses a transaction, or takes and loses it. */
const BUSY_SHARE = 0.3;
const REFUSED_SHARE = 0.25;
const DROPPED_SHARE = 0.15;
/** How often a transaction that was taken runs out of energy, and how often a busy node has taken one. */
const OUT_OF_ENERGY_SHARE = 0.2;
const KEPT_WHEN_BUSY_SHARE = 0.5;

/** Nothing was sent yet. */
export function openRelayPool(parts: PoolParts): RelayPool {
  const { chain, waiting, signed, dice, tally } = parts;
  const forwarded = new Map<Hex, Forwarded>();
  const problems: string[] = [];
  const seen = new Map<FakeNode, Set<string>>();
  const note = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  const endOf = (one: Forwarded) => endIn(chain, one);
  const arrive = (transaction: SignedTransaction): Forwarded => {
    const hash: Hex = `0x${transaction.txId}`;
    const before = forwarded.get(hash);
    if (before !== undefined) return before;
    const { expirationMs: expiresAtMs } = transaction.raw;
    const read = readCall(transaction);
    const payments = 'payments' in read ? read.payments : [];
    const references = payments.map(({ paymentReference }) => paymentReference);
    for (const other of forwarded.values()) {
      const both = other.references.find((reference) => references.includes(reference));
      const mayPay = other.isKept && ['open', 'succeeded'].includes(endOf(other));
      if (both !== undefined && mayPay) {
        problems.push(`${hash} was forwarded while ${other.hash} may pay ${both} too`);
      }
    }
    const one = { hash, references, expiresAtMs, isKept: false };
    forwarded.set(hash, one);
    note('forwarded');
    return one;
  };
  const keep = (one: Forwarded, transaction: SignedTransaction) => {
    one.isKept = true;
    const { blocks } = chain.ledger;
    const isIn = blocks.some(({ receipts }) => receipts.some(({ hash }) => hash === one.hash));
    if (isIn || waiting.some(({ hash }) => hash === one.hash)) return;
    const fails = dice.isHit(OUT_OF_ENERGY_SHARE);
    const made = signed.get(one.hash) ?? carriedOut(chain, transaction, fails);
    signed.set(one.hash, made);
    waiting.push(made);
  };
  return {
    forwarded,
    problems,
    endOf,
    isWaiting: (node, txId) =>
      seen.get(node)?.has(txId) === true && waiting.some(({ hash }) => hash === `0x${txId}`),
    receive: (node, hex) => {
      const transaction = decodeTransaction(hex);
      const one = arrive(transaction);
      const known = seen.get(node) ?? new Set();
      seen.set(node, known);
      if (dice.isHit(BUSY_SHARE)) {
        note('a node was busy');
        if (dice.isHit(KEPT_WHEN_BUSY_SHARE)) keep(one, transaction);
        return { result: false, code: 'SERVER_BUSY', message: '' };
      }
      if (known.has(transaction.txId)) {
        note('a node knew it');
        return { result: false, code: 'DUP_TRANSACTION_ERROR', message: '' };
      }
      known.add(transaction.txId);
      if (one.expiresAtMs <= chain.ledger.head().time.getTime()) {
        return { result: false, code: 'TRANSACTION_EXPIRATION_ERROR', message: '' };
      }
      if (dice.isHit(REFUSED_SHARE)) {
        note('a node refused it');
        return { result: false, code: 'CONTRACT_VALIDATE_ERROR', message: '' };
      }
      if (dice.isHit(DROPPED_SHARE)) note('a node dropped it');
      else keep(one, transaction);
      return { result: true };
    },
  };
}

/** By solidified blocks alone. Nothing can hold it once one is past its expiry and none does. */
function endIn({ ledger }: FakeChain, { hash, expiresAtMs }: Forwarded): SentOutcome {
  const { number, time } = ledger.finalized();
  const receipt = ledger.blocks
    .slice(0, Number(number) + 1)
    .flatMap(({ receipts }) => receipts)
    .find((one) => one.hash === hash);
  if (receipt !== undefined) return receipt.status === 'success' ? 'succeeded' : 'failed';
  return time.getTime() >= expiresAtMs ? 'absent' : 'open';
}

/** What a signed transaction does once a block holds it. */
function carriedOut(
  chain: FakeChain,
  transaction: SignedTransaction,
  fails: boolean,
): FakeTransaction {
  const { txId, rawHex, raw } = transaction;
  const owner = toBase58(raw.contracts[0]?.action.ownerAddress ?? '');
  const { run, ...made } = chain.transaction(owner, callOf(chain, transaction), 0);
  const reverts = () => {
    throw new Reverted();
  };
  const content = `signed ${rawHex}`;
  const identified = { hash: `0x${txId}`, content, expiresAtMs: raw.expirationMs } as const;
  return { ...made, ...identified, run: fails ? reverts : run };
}

/** The call of a transaction as the chain in memory encodes it. */
function callOf(chain: FakeChain, transaction: SignedTransaction): Call {
  const read = readCall(transaction);
  if ('approval' in read) {
    const [spender, units] = read.approval;
    const isProxy = spender === CONTRACTS.tron.erc20FeeProxy;
    return chain.encodeApproval(read.token, units, isProxy ? 'fee_proxy' : 'batch');
  }
  const [first, ...others] = read.payments;
  if (first === undefined) throw new Error('nobody here signs what pays nothing');
  return others.length > 0
    ? chain.encodeBatch(read.payments, first.feeAddress)
    : chain.encodePayment(first);
}

const Address = z.string().transform((address) => toBase58(fromEvmAddress(address)));
const Reference = z.custom<Hex>((value) => typeof value === 'string' && isHex(value));
const Approval = z.tuple([Address, z.bigint()]);
const OnePayment = z.tuple([Address, Address, z.bigint(), Reference, z.bigint(), Address]);
const Batch = z.tuple([
  Address,
  z.array(Address),
  z.array(z.bigint()),
  z.array(Reference),
  z.array(z.bigint()),
  Address,
]);

type ReadCall =
  | { readonly token: string; readonly approval: z.output<typeof Approval> }
  | { readonly payments: readonly ChainPayment[] };

/** The call of a transaction, read by the ABIs of its contracts. */
function readCall({ raw }: SignedTransaction): ReadCall {
  const [contract] = raw.contracts;
  if (contract?.action.type !== 'TriggerSmartContract') throw new Error('nobody here sends TRX');
  const { data, contractAddress } = contract.action;
  const abi = [...erc20Abi, ...erc20FeeProxyAbi, ...tronBatchPaymentsAbi] as const;
  const { functionName, args } = decodeFunctionData({ abi, data: `0x${data}` });
  if (functionName === 'approve') {
    return { token: toBase58(contractAddress), approval: Approval.parse(args) };
  }
  const payments = functionName.startsWith('batch')
    ? paymentsOf(Batch.parse(args))
    : [paymentOf(OnePayment.parse(args))];
  return { payments };
}

function paymentOf(args: z.output<typeof OnePayment>): ChainPayment {
  const [tokenAddress, payeeAddress, amountUnits, paymentReference, feeUnits, feeAddress] = args;
  const sides = { tokenAddress, payeeAddress, feeAddress };
  return { kind: 'token', ...sides, amountUnits, paymentReference, feeUnits };
}

function paymentsOf(args: z.output<typeof Batch>): ChainPayment[] {
  const [token, payees, amounts, references, fees, feeAddress] = args;
  return payees.map((payee, i) =>
    paymentOf([token, payee, amounts[i] ?? 0n, references[i] ?? '0x', fees[i] ?? 0n, feeAddress]),
  );
}

/** A chain whose relay a process takes at its word, or not, as a planted bug says. */
export function relayAs(chain: Chain, { judges, answersAs }: Omit<Plant, 'shows'>): Chain {
  const { relay } = chain;
  if (relay === undefined || (judges === undefined && answersAs === undefined)) return chain;
  return {
    ...chain,
    relay: {
      ...relay,
      readOutcomes: async (sent) => {
        const outcomes = await relay.readOutcomes(sent);
        return outcomes.map((one) => judges?.(one) ?? one);
      },
      forward: async (checked) => {
        const result = await relay.forward(checked);
        return answersAs?.(result) ?? result;
      },
    },
  };
}
