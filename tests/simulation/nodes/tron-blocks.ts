import { CONTRACTS } from '#catalog/contracts.ts';
import { bytesOfAddress, hexAddress } from '#chains/tron/address.ts';
import type { Hex } from '#kit/hex.ts';
import { genesisBlock, makeBlock, type TronBlock } from '../../../src/sandbox/tron/block.ts';
import { buildTransaction, sha256Hex } from '../../../src/sandbox/tron/transaction.ts';
import type {
  ContractResult,
  IncludedTransaction,
} from '../../../src/sandbox/tron/transaction-result.ts';
import {
  digest,
  type FakeBlock,
  type FakeLog,
  type FakeReceipt,
  type SealedParts,
} from '../../chains/fake/ledger.ts';
import { type PlainLog, plainLogs } from './evm-blocks.ts';

const { erc20FeeProxy } = CONTRACTS.tron;
const PROXIES: ReadonlySet<string> = new Set([bytesOfAddress(erc20FeeProxy)]);
const EMPTY_STATE = { evmBlock: 0, accounts: new Map() };
const SIGNATURE = '00'.repeat(65);
const FEE_LIMIT = 300_000_000n;
const FREE = { usage: 0n, fee: 0n };
/** The content of a transaction that somebody signed: its bytes, of which the others have a text. */
const SIGNED_BYTES = /^signed ([0-9a-f]+)$/;
/** In which ways a transaction that was undone had failed. */
const FAILURES: readonly ContractResult[] = ['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME'];

/** Turns blocks of a chain in memory into blocks of Tron, with real ids and trees of transactions. */
export interface TronBlocks {
  /** The hash of a block that is being made. */
  seal(parts: SealedParts): Hex;
  /** A block that was sealed. */
  of(block: Pick<FakeBlock, 'hash'>): TronBlock;
}

/** Knows no block yet. `succeedsAlways` is a planted bug. */
export function tronBlocks(succeedsAlways: boolean): TronBlocks {
  const known = new Map<Hex, TronBlock>();
  const of: TronBlocks['of'] = ({ hash }) => {
    const block = known.get(hash);
    if (block === undefined) throw new Error(`block ${hash} was never sealed`);
    return block;
  };
  return {
    of,
    seal: (parts) => {
      const { parentHash, time, receipts, salt } = parts;
      const block =
        parentHash === undefined
          ? genesisBlock(EMPTY_STATE)
          : makeBlock({
              ...EMPTY_STATE,
              parent: of({ hash: parentHash }),
              timestampMs: time.getTime(),
              // Another producer makes another id of the same contents.
              producer: `41${digest(salt).slice(-40)}`,
              transactions: receipts.map((one) => includedIn(one, succeedsAlways)),
            });
      const hash: Hex = `0x${block.id}`;
      known.set(hash, block);
      return hash;
    },
  };
}

/** A payment as contracts of Tron log it: like those of the EVM, with addresses of twenty bytes. */
export function tronLogs(log: FakeLog): PlainLog[] {
  const { tokenAddress } = log;
  return plainLogs(
    {
      ...log,
      proxyAddress: bytesOfAddress(log.proxyAddress),
      tokenAddress: tokenAddress === undefined ? undefined : bytesOfAddress(tokenAddress),
      payeeAddress: bytesOfAddress(log.payeeAddress),
      payerAddress: bytesOfAddress(log.payerAddress),
      feeAddress: bytesOfAddress(log.feeAddress),
    },
    PROXIES,
  );
}

/** A successful transaction that pays what a log says. */
export function invented(log: FakeLog, content: string): IncludedTransaction {
  return included({ content, logs: [log], result: 'SUCCESS' });
}

/** Nodes return no logs of what failed; here they do, so that its result alone decides. */
function includedIn(receipt: FakeReceipt, succeedsAlways: boolean): IncludedTransaction {
  const { content, hash, status, logs, undoneLogs = [] } = receipt;
  const isDone = status === 'success';
  const failure = FAILURES[Number(BigInt(hash) % BigInt(FAILURES.length))] ?? 'UNKNOWN';
  const result = isDone || succeedsAlways ? 'SUCCESS' : failure;
  return included({ content, logs: isDone ? logs : undoneLogs, result });
}

interface Contents {
  /** The text that the id is the hash of. */
  readonly content: string;
  readonly logs: readonly FakeLog[];
  readonly result: ContractResult;
}

function included({ content, logs, result }: Contents): IncludedTransaction {
  const payer = hexAddress(logs[0]?.payerAddress ?? erc20FeeProxy);
  const contractAddress = hexAddress(erc20FeeProxy);
  const action = {
    type: 'TriggerSmartContract',
    ownerAddress: payer,
    contractAddress,
    callValue: 0n,
    data: '',
    callTokenValue: 0n,
    tokenId: 0n,
  } as const;
  const { raw } = buildTransaction({
    refBlockBytes: '0000',
    refBlockHash: '00'.repeat(8),
    expirationMs: 0,
    data: '',
    contracts: [{ action, permissionId: 0 }],
    timestampMs: 0,
    feeLimit: FEE_LIMIT,
  });
  const rawHex = SIGNED_BYTES.exec(content)?.[1] ?? Buffer.from(content).toString('hex');
  return {
    transaction: {
      txId: sha256Hex(rawHex),
      raw,
      rawHex,
      signatures: [SIGNATURE],
    },
    result,
    fee: 0n,
    bandwidth: FREE,
    energy: { ...FREE, total: 0n },
    output: undefined,
    contractAddress,
    logs: logs.flatMap(tronLogs),
    message: '',
  };
}
