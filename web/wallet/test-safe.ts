/** The Safe of the sandbox: it proposes as wallets of Safes do, and its other owner signs and executes. */
import {
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashTypedData,
  isHex,
  numberToHex,
  parseAbi,
  size,
  zeroAddress,
} from 'viem';
import { member } from '../engine/members.ts';
import { testWalletMessages as messages } from '../ui/messages/en/test-wallet.ts';
import type { SafeContract, TestSafe } from './test-account.ts';
import { refusal } from './test-dialog.ts';
import {
  CALLS_STATUS,
  type CallsStatus,
  readCall,
  type Signer,
  statusOf,
  type TestCall,
  type TestKey,
} from './test-key.ts';

/** What the other owner of a Safe can do with what the first has proposed. */
export interface OtherOwner {
  /** Adds the second signature and executes it; resolves when the chain has the transaction. */
  execute(hash: string): Promise<void>;
  /** Executes an empty transaction of the same number in its place, signed by both. */
  reject(hash: string): Promise<void>;
}

const safeAbi = parseAbi([
  'function nonce() view returns (uint256)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
]);
const multiSendAbi = parseAbi(['function multiSend(bytes transactions)']);

const SAFE_TX = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
] as const;

/** A transaction that owners sign; the chain pays whoever executes it, and no token is given back. */
interface SafeTransaction extends TestCall {
  /** 0 is a call, 1 lets the contract act as the Safe. */
  readonly operation: 0 | 1;
  readonly nonce: bigint;
}

const WITHOUT_REFUND = {
  ...{ safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
  ...{ gasToken: zeroAddress, refundReceiver: zeroAddress },
} as const;

/** A wallet that shows a Safe's address; what it answers is the hash that owners sign, as wallets of Safes do. */
export function openSafe(contract: TestSafe, key: TestKey): Signer {
  const safe = openProposals(contract, key);
  const propose = async (calls: readonly unknown[]) => {
    const nonce = await safe.readNonce();
    return await safe.propose({ ...joinCalls(contract, calls.map(readCall)), nonce });
  };
  return {
    address: safe.address,
    send: async (call) => await propose([call]),
    readText: refuseText,
    readTyped: refuseText,
    read: key.signer.read,
    calls: {
      // As `@safe-global/safe-apps-provider` still says it.
      capabilities: async () => ({ atomicBatch: { supported: true } }),
      question: async () => messages.propose,
      send: propose,
      readStatus: async (id) => await safe.readStatus(id),
    },
  };
}

/** A wallet of a Safe that its key alone controls: it executes at once, all calls or none. */
export function openSmartAccount(contract: SafeContract, key: TestKey): Signer {
  const safe = openContract(contract, key);
  const execute = async (calls: readonly unknown[]) => {
    const nonce = await safe.readNonce();
    return await safe.execute({ ...joinCalls(contract, calls.map(readCall)), nonce }, [key]);
  };
  return {
    address: safe.address,
    send: async (call) => await execute([call]),
    readText: refuseText,
    readTyped: refuseText,
    read: key.signer.read,
    calls: {
      capabilities: async () => ({ atomic: { status: 'supported' } }),
      question: async () => messages.execute,
      send: execute,
      readStatus: key.readStatus,
    },
  };
}

function refuseText(): never {
  throw refusal(4200, 'Unsupported method');
}

/** The owner who signs after the first. */
export function otherOwnerOf(contract: TestSafe, key: TestKey, firstKey: TestKey): OtherOwner {
  const safe = openProposals(contract, key);
  const execute = async (transaction: SafeTransaction) => {
    await safe.execute(transaction, [firstKey, key]);
  };
  return {
    async execute(hash) {
      const proposed = await safe.readProposal(hash);
      await safe.confirm(hash);
      await execute(proposed);
    },
    async reject(hash) {
      const { nonce } = await safe.readProposal(hash);
      await execute({ to: safe.address, data: '0x', value: 0n, operation: 0, nonce });
    },
  };
}

/** The Safe service of a chain, as far as owners need it. */
function openService(services: TestSafe['services'], chainId: number) {
  const query = async (path: string, body?: object): Promise<string> => {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body, (_name, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      ),
    };
    const answer = await fetch(`${services[String(chainId)]}${path}`, init);
    const said = await answer.text();
    if (answer.status === 404) throw refusal(5730, 'Unknown bundle id');
    if (!answer.ok) throw new Error(`The Safe service answered ${answer.status}: ${said}`);
    return said;
  };
  return {
    read: async (hash: string): Promise<unknown> =>
      JSON.parse(await query(`/v2/multisig-transactions/${hash}/`)),
    propose: async (safe: string, proposal: object) =>
      await query(`/v2/safes/${safe}/multisig-transactions/`, proposal),
    confirm: async (hash: string, signature: string) =>
      await query(`/v1/multisig-transactions/${hash}/confirmations/`, { signature }),
  };
}

/** A Safe on the chain of a key. */
function openContract({ address: written }: SafeContract, key: TestKey) {
  const { chainId } = key.chain;
  const address = getAddress(written);
  const hashOf = (transaction: SafeTransaction) =>
    hashTypedData({
      domain: { chainId, verifyingContract: address },
      types: { SafeTx: SAFE_TX },
      primaryType: 'SafeTx',
      message: { ...transaction, ...WITHOUT_REFUND },
    });
  return {
    address,
    hashOf,
    async readNonce(): Promise<bigint> {
      const data = encodeFunctionData({ abi: safeAbi, functionName: 'nonce' });
      const said = hex(await key.signer.read('eth_call', [{ to: address, data }, 'latest']));
      return decodeFunctionResult({ abi: safeAbi, functionName: 'nonce', data: said });
    },
    /** Sends a transaction with the signatures of these owners; the contract takes them in the order of the owners. */
    async execute(transaction: SafeTransaction, owners: readonly TestKey[]): Promise<Hex> {
      const hash = hashOf(transaction);
      const ordered = owners
        .map(({ account }) => account)
        .sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
      const signatures = await Promise.all(ordered.map((owner) => owner.sign({ hash })));
      const data = encodeExecution(transaction, concatHex(signatures));
      return await key.send({ to: address, data, value: 0n });
    },
  };
}

/** A Safe whose owners sign one after another, through its service. */
function openProposals(contract: TestSafe, key: TestKey) {
  const safe = openContract(contract, key);
  const { address, hashOf, readNonce } = safe;
  const service = openService(contract.services, key.chain.chainId);
  return {
    ...safe,
    /** Stores a transaction with this key's signature. */
    async propose(transaction: SafeTransaction): Promise<Hex> {
      const hash = hashOf(transaction);
      const signature = await key.account.sign({ hash });
      const sender = key.account.address;
      const proposal = { ...transaction, ...WITHOUT_REFUND, to: getAddress(transaction.to) };
      await service.propose(address, {
        ...proposal,
        ...{ contractTransactionHash: hash, sender, signature },
      });
      return hash;
    },
    async confirm(hash: string): Promise<void> {
      await service.confirm(hash, await key.account.sign({ hash: hex(hash) }));
    },
    /** A proposal whose hash is the one it is asked by. */
    async readProposal(hash: string): Promise<SafeTransaction> {
      const said = await service.read(hash);
      const proposed = readTransaction(said);
      if (hashOf(proposed) !== hash) throw new Error('Another transaction was proposed.');
      return proposed;
    },
    /** Pending until it is executed; over where another transaction had its number. */
    async readStatus(hash: string): Promise<CallsStatus> {
      const said = await service.read(hash);
      const transactionHash = member(said, 'transactionHash');
      const known = statusOf(hash, key.chain);
      if (typeof transactionHash !== 'string') {
        const isReplaced = (await readNonce()) > readTransaction(said).nonce;
        return { ...known, status: isReplaced ? CALLS_STATUS.replaced : CALLS_STATUS.pending };
      }
      const isDone = member(said, 'isSuccessful') === true;
      const status = isDone ? CALLS_STATUS.done : CALLS_STATUS.reverted;
      const receipt = await key.signer.read('eth_getTransactionReceipt', [transactionHash]);
      return { ...known, status, receipts: [receipt] };
    },
  };
}

/** A transaction as the service shows it. */
function readTransaction(said: unknown): SafeTransaction {
  const data = member(said, 'data') ?? '0x';
  return {
    ...readCall({ to: member(said, 'to'), data, value: member(said, 'value') }),
    operation: member(said, 'operation') === 1 ? 1 : 0,
    nonce: BigInt(String(member(said, 'nonce'))),
  };
}

function encodeExecution(transaction: SafeTransaction, signatures: Hex): Hex {
  const { to, value, data, operation } = transaction;
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = WITHOUT_REFUND;
  return encodeFunctionData({
    abi: safeAbi,
    functionName: 'execTransaction',
    args: [
      ...([to, value, data, operation, safeTxGas, baseGas, gasPrice] as const),
      ...([gasToken, refundReceiver, signatures] as const),
    ],
  });
}

/** Several calls as one transaction that makes all of them or none. */
function joinCalls({ multiSend }: SafeContract, calls: readonly TestCall[]) {
  const [only, ...others] = calls;
  if (only !== undefined && others.length === 0) return { ...only, operation: 0 } as const;
  const packed = calls.map(({ to, value, data }) =>
    concatHex([
      '0x00',
      to,
      numberToHex(value, { size: 32 }),
      numberToHex(size(data), { size: 32 }),
      data,
    ]),
  );
  const data = encodeFunctionData({ abi: multiSendAbi, args: [concatHex(packed)] });
  return { to: getAddress(multiSend), data, value: 0n, operation: 1 } as const;
}

function hex(value: unknown): Hex {
  if (typeof value !== 'string' || !isHex(value)) throw new Error('The node answered no bytes.');
  return value;
}
