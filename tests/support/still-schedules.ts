import { keccak256, stringToHex } from 'viem';
import type {
  Chain,
  InstalmentRefusal,
  InstalmentToTake,
  PreparedCall,
  SchedulePayer,
  SchedulePermit,
  ScheduleProxyState,
  Schedules,
  TakenInstalment,
  TransactionSender,
} from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import { stillChain } from './still-chain.ts';

/** What the payer of a test signs: of every permit the same. */
export const PERMIT_SIGNED: Hex = `0x${'1b'.repeat(65)}`;

/** The contract that takes instalments. */
export const PROXY = '0xb6C7448458d8616B00eb8f93883d0081Fa2aDec9';

/** Who sends instalments. */
const SENDER = '0x9999999999999999999999999999999999999991';

/** Refusals that no payer causes. */
const CLOSED: readonly InstalmentRefusal[] = ['paused', 'sender_not_allowed'];

/** The contract of a chain on which a test makes everything happen. */
export interface StillSchedules {
  readonly chain: Chain;
  proxy: ScheduleProxyState;
  payer: SchedulePayer;
  /** The indexes that were taken, by digest. */
  readonly taken: Map<string, Set<number>>;
  /** What was sent, in its order. */
  readonly sent: { readonly index: number; readonly paymentReference: Hex }[];
  /** The block from which each search of a trigger began. */
  readonly searchedFrom: bigint[];
  /** What findTrigger answers. */
  found: TakenInstalment | undefined;
  /** Why the contract refuses triggers, by one of `CLOSED` or as the token's refusal; undefined takes them. */
  refused: string | undefined;
  /** What became of transactions, by hash; those that are not here are in no block. */
  readonly outcomes: Map<Hex, 'success' | 'reverted'>;
  /** The block of all that is in one. */
  outcomeBlock: bigint;
  /** Called before a transaction is signed. */
  onSign: (() => Promise<void>) | undefined;
  /** Called before bytes are sent. */
  onBroadcast: (() => void) | undefined;
}

const digestOf = (permit: SchedulePermit): Hex => keccak256(stringToHex(JSON.stringify(permit)));

/** A still chain with such a contract and a sender. */
export function stillSchedules(): StillSchedules {
  const still = stillChain('sepolia');
  const state: StillSchedules = {
    chain: still,
    proxy: {
      isDeployed: true,
      isPaused: false,
      isSenderAllowed: true,
      paysThroughKnownProxy: true,
    },
    payer: { isContract: false, balanceUnits: 10n ** 30n, allowanceUnits: 0n },
    taken: new Map(),
    sent: [],
    searchedFrom: [],
    found: undefined,
    refused: undefined,
    outcomes: new Map(),
    outcomeBlock: 1n,
    onSign: undefined,
    onBroadcast: undefined,
  };
  const chain: Chain = {
    ...still,
    schedules: schedulesOf(state),
    sender: senderOf(state),
    broadcast: async () => {
      state.onBroadcast?.();
      return '0x';
    },
    readOutcome: async (hash) => {
      const status = state.outcomes.get(hash);
      return (
        status && { status, block: { number: state.outcomeBlock, hash: `0x${'01'.repeat(32)}` } }
      );
    },
  };
  return Object.assign(state, { chain });
}

function schedulesOf(state: StillSchedules): Schedules {
  return {
    proxyAddress: PROXY,
    prepare: (terms) => {
      if (terms.amountUnits >= 2n ** 128n) return { refused: 'amount' };
      const values: Record<string, string> = {};
      for (const [name, value] of Object.entries(terms)) {
        values[name] = typeof value === 'object' && 'id' in value ? value.id : String(value);
      }
      const permit = {
        domain: { name: 'ERC20RecurringPaymentProxy', version: '1', verifyingContract: PROXY },
        types: { SchedulePermit: [{ name: 'subscriber', type: 'address' }] },
        values,
      };
      const instalmentUnits = terms.amountUnits + terms.feeUnits + terms.relayerFeeUnits;
      return { permit, digest: digestOf(permit), spenderAddress: PROXY, instalmentUnits };
    },
    readProxy: async () => state.proxy,
    readPayer: async () => state.payer,
    readState: async (permits) => ({
      block: { number: 7n, hash: `0x${'07'.repeat(32)}` },
      blockTime: new Date(),
      schedules: permits.map((permit) => {
        const takenIndexes = [...(state.taken.get(digestOf(permit)) ?? [])].sort((a, b) => a - b);
        const { balanceUnits, allowanceUnits } = state.payer;
        return { takenIndexes, lastIndex: takenIndexes.at(-1) ?? 0, balanceUnits, allowanceUnits };
      }),
    }),
    verify: async (_permit, signature) => {
      if (state.payer.isContract) return 'contract';
      return signature === PERMIT_SIGNED ? 'valid' : 'not_signed';
    },
    approvalCall: (spenderAddress, { address }, units) => ({
      to: address,
      data: stringToHex(`approve ${spenderAddress} ${units}`),
      valueUnits: 0n,
    }),
    trigger: ({ index, paymentReference, permit }) => ({
      to: PROXY,
      data: stringToHex(JSON.stringify({ index, paymentReference, digest: digestOf(permit) })),
      valueUnits: 0n,
    }),
    readRefusal: (reason) => CLOSED.find((one) => one === reason) ?? 'transfer',
    findTrigger: async (_permit, _index, fromBlock) => {
      state.searchedFrom.push(fromBlock);
      return state.found;
    },
  };
}

function senderOf(state: StillSchedules): TransactionSender {
  let nonces = 0n;
  return {
    address: SENDER,
    prepare: async (call): Promise<PreparedCall | { refused: string }> => {
      if (state.refused !== undefined) return { refused: state.refused };
      return { call, balanceUnits: 10n ** 18n, costUnits: 1n, nextNonce: nonces, limits: {} };
    },
    raise: async () => undefined,
    readNonces: async () => ({ newest: 0n, deep: 0n }),
    readBalance: async () => 10n ** 18n,
    readTypicalCost: async () => 10n ** 15n,
    sign: async ({ call }, nonce) => {
      await state.onSign?.();
      nonces = nonce + 1n;
      const said: Pick<InstalmentToTake, 'index' | 'paymentReference'> = JSON.parse(
        Buffer.from(call.data.slice(2), 'hex').toString(),
      );
      state.sent.push({ index: said.index, paymentReference: said.paymentReference });
      return {
        transactionHash: keccak256(`${call.data}${nonce.toString(16).padStart(4, '0')}`),
        signed: call.data,
      };
    },
  };
}
