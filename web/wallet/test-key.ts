import {
  createClient,
  type Hex,
  hexToString,
  http,
  isAddress,
  isHex,
  numberToHex,
  type TypedDataDefinition,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { estimateGas, sendTransaction, signAuthorization } from 'viem/actions';
import { member } from '../engine/members.ts';
import type { TestChain } from './test-account.ts';

/** The signing half of the test wallet. */
export interface Signer {
  readonly address: string;
  /** Signs a call with the key and sends it; answers the transaction's hash. */
  send(call: unknown): Promise<string>;
  /** Reads the text of a `personal_sign`, to be shown before it is signed. */
  readText(value: unknown): { readonly shown: string; sign(): Promise<string> };
  /** Reads typed data (EIP-712), to be shown before it is signed. */
  readTyped(value: unknown): { readonly shown: string; sign(): Promise<string> };
  /** Passes anything else on to the node. */
  read(method: string, params: unknown): Promise<unknown>;
  /** Several calls at once (EIP-5792); undefined for a wallet that does not know of them. */
  readonly calls?: CallsAtOnce;
}

/** What a wallet does with several calls that it makes at once. */
export interface CallsAtOnce {
  /** What it answers of itself for the chain that it stands on. */
  capabilities(): Promise<object>;
  /** What the payer is asked, before the receivers of the calls. */
  question(): Promise<string>;
  /** Answers the name under which the wallet has them. */
  send(calls: readonly unknown[]): Promise<string>;
  /** The status of EIP-5792. */
  readStatus(id: string): Promise<CallsStatus>;
}

/** What became of calls, as `wallet_getCallsStatus` answers it. */
export interface CallsStatus {
  readonly version: string;
  readonly id: string;
  readonly chainId: string;
  readonly status: number;
  readonly atomic: boolean;
  readonly receipts?: readonly unknown[];
}

/** One call that a wallet is to make. */
export interface TestCall {
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
}

/** A test key on a chain. */
export interface TestKey {
  readonly chain: TestChain;
  readonly signer: Signer;
  readonly account: ReturnType<typeof privateKeyToAccount>;
  /** Sends a call, also one that the chain will revert; with a delegate the account runs its code from now on (EIP-7702). */
  send(call: TestCall, delegate?: Hex): Promise<Hex>;
  /** The status of EIP-5792 of a transaction that made all calls. */
  readStatus(hash: string): Promise<CallsStatus>;
}

/** How EIP-5792 numbers what became of calls. */
export const CALLS_STATUS = { pending: 100, done: 200, replaced: 400, reverted: 500 } as const;

/** What every status of calls says. */
export function statusOf(id: string, { chainId }: TestChain) {
  return { version: '2.0.0', id, chainId: numberToHex(chainId), atomic: true } as const;
}

/** Where a call cannot be estimated, as it reverts: enough for an approval, a payment and a fee. */
const GAS_MAX = 2_000_000n;

/** Opens a publicly known key on a chain. */
export function openKey(privateKey: string, chain: TestChain): TestKey {
  if (!isHex(privateKey)) throw new Error('The test wallet has no key.');
  const account = privateKeyToAccount(privateKey);
  const { request } = http(chain.rpcUrl)({});
  const client = createClient({ account, transport: http(chain.rpcUrl), pollingInterval: 1_000 });
  const signer: Signer = {
    address: account.address,
    send: async (call) =>
      await sendTransaction(client, { account, ...readCall(call), chain: null }),
    readText(value) {
      if (typeof value !== 'string') throw new Error('The test wallet signs texts only.');
      const shown = isHex(value) ? hexToString(value) : value;
      return { shown, sign: () => account.signMessage({ message: shown }) };
    },
    readTyped(value) {
      const definition: TypedDataDefinition & { message: object } = JSON.parse(String(value));
      const shown = Object.entries(definition.message).map(
        ([name, one]) => `${name}: ${String(one)}`,
      );
      return { shown: shown.join('\n'), sign: () => account.signTypedData(definition) };
    },
    read: async (method, params) => await request({ method, params }),
  };
  return {
    chain,
    signer,
    account,
    async send(call, delegate) {
      const delegation = delegate && {
        authorizationList: [
          await signAuthorization(client, { account, contractAddress: delegate, executor: 'self' }),
        ],
      };
      const sent = { account, ...call, ...delegation };
      const gas = await estimateGas(client, sent).catch(() => GAS_MAX);
      return await sendTransaction(client, { ...sent, gas, chain: null });
    },
    async readStatus(hash) {
      const receipt: unknown = await request({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      });
      const known = statusOf(hash, chain);
      if (receipt === null) return { ...known, status: CALLS_STATUS.pending };
      const isDone = member(receipt, 'status') === '0x1';
      const status = isDone ? CALLS_STATUS.done : CALLS_STATUS.reverted;
      return { ...known, status, receipts: [receipt] };
    },
  };
}

/** Reads one call of a page; a test wallet calls contracts only. */
export function readCall(call: unknown): TestCall {
  const [to, data] = [member(call, 'to'), member(call, 'data')];
  const readable =
    typeof to === 'string' && isAddress(to) && typeof data === 'string' && isHex(data);
  if (!readable) throw new Error('The test wallet signs calls of contracts only.');
  return { to, data, value: BigInt(String(member(call, 'value') ?? '0x0')) };
}
