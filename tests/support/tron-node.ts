import { encodeFunctionData, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts';
import { z } from 'zod';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { isHex } from '#kit/hex.ts';
import { fromEvmAddress, parseTronAddress, toBase58, toEvmAddress } from '#sandbox/tron/address.ts';
import { startTronNode, type TronNodeOptions } from '#sandbox/tron/tron-node.ts';

// How tests reach a local Tron node: `openTestTronNode` for a file that forks, moves time or needs settings of its own,
// `sharedTronNode` for all others; `tron-scene.ts` where TronWeb itself is to build and sign.

/** The tokens that the node starts with, at their real addresses. */
export const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** The other one. */
export const TRON_USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
/** One TRX in sun. */
export const TRX = 1_000_000;

/** A wallet whose key the test has. */
export interface TronWallet {
  /** In Base58. */
  readonly address: string;
  readonly privateKey: Hex;
}

/** The part of a receipt that tests look at, as `gettransactioninfobyid` has it. */
type TronInfo = z.infer<typeof Info>;

interface TronCall {
  /** In Base58. */
  readonly contract: string;
  readonly data: Hex;
  /** In sun; 100 TRX without it. */
  readonly feeLimit?: number;
}

/** What a test can do with a local Tron node. */
export interface TestTronNode extends AsyncDisposable {
  readonly url: string;
  post(path: string, body?: object): Promise<unknown>;
  /** Reads what the hosted API lists, with a query. */
  get(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Gives a command that only a local node has (decision 0066); returns where the chain is after it. */
  control(command: string, body?: object): Promise<TronState>;
  /** Makes blocks at once. */
  mine(blocks?: number): Promise<TronState>;
  /** Replaces the newest blocks, and makes one more; keeps the transactions that are not dropped. */
  fork(blocks: number, droppedTxIds?: readonly string[]): Promise<TronState>;
  /** Lets all blocks of now be solidified. */
  solidify(): Promise<TronState>;
  /** A wallet of nobody else, with 10,000 TRX and 10,000 USDT and USDC, or with what is asked for. */
  freshWallet(funds?: TronFunds): Promise<TronWallet>;
  /** Builds and signs a call as `broadcasttransaction` takes it. */
  sign(wallet: TronWallet, call: TronCall): Promise<SignedTronCall>;
  /** Builds, signs and sends a call, and returns the receipt that the node shows at once, also of one that failed. */
  send(wallet: TronWallet, call: TronCall): Promise<TronInfo>;
  /** Lets a contract take a token without a limit. */
  allow(wallet: TronWallet, token: string, spender: string): Promise<TronInfo>;
  /** Sends tokens. */
  transfer(wallet: TronWallet, transfer: TronTransfer): Promise<TronInfo>;
  /** What a holder has of a token. */
  unitsOf(token: string, holder: string): Promise<bigint>;
}

interface SignedTronCall {
  readonly txID: string;
  readonly signature: readonly string[];
}

interface TronTransfer {
  readonly token: string;
  readonly to: string;
  readonly units: bigint;
}

interface TronFunds {
  readonly sun?: number;
  readonly usdt?: number;
  readonly usdc?: number;
}

const hexText = z.string().regex(/^[0-9a-f]*$/);
const Info = z.looseObject({
  id: hexText,
  blockNumber: z.number(),
  blockTimeStamp: z.number(),
  fee: z.number().default(0),
  receipt: z.looseObject({ result: z.string().optional() }),
});
const State = z.object({ head: z.number(), solidified: z.number(), nowMs: z.number() });
type TronState = z.infer<typeof State>;
const Built = z.object({ transaction: z.looseObject({ txID: hexText }) });
const Constant = z.object({ constant_result: z.tuple([hexText]) });

/** A node that a test started by itself. */
interface OwnTronNode extends TestTronNode {
  /** The EVM behind it, where contracts can be placed. */
  readonly evmUrl: string;
}

/** Starts a node that makes a block for each transaction, and has two above the solidified one. */
export async function openTestTronNode(options: TronNodeOptions = {}): Promise<OwnTronNode> {
  const defaults = { blockMs: 0, isInstant: true, solidifiedBehind: 2 };
  const node = await startTronNode({ ...defaults, ...options });
  return { ...reachTronNode(node.url, () => node.stop()), evmUrl: node.evmUrl };
}

let shared: Promise<TestTronNode> | undefined;

/**
 * The node that the files of a worker share, started for the first of them and ended with the worker. Use wallets of
 * `freshWallet`, do not fork it or move its time, and expect blocks of others in between.
 */
export function sharedTronNode(): Promise<TestTronNode> {
  shared ??= openTestTronNode().then((node) => ({
    ...node,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }));
  return shared;
}

/** What a test can do with the node at a URL. */
export function reachTronNode(url: string, stop: () => Promise<void>): TestTronNode {
  const post = async (path: string, body: object = {}): Promise<unknown> => {
    const answer = await fetch(`${url}/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return await answer.json();
  };
  const get = async (path: string, query: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${url}/${path}?${new URLSearchParams(query)}`);
    return await answer.json();
  };
  const control = async (command: string, body: object = {}) =>
    State.parse(await post(`control/${command}`, body));
  const send: TestTronNode['send'] = async (wallet, call) => {
    const signed = await buildAndSign(post, wallet, call);
    const sent = await post('wallet/broadcasttransaction', signed);
    if (!z.object({ result: z.literal(true) }).safeParse(sent).success) {
      throw new Error(`the node refuses it: ${JSON.stringify(sent)}`);
    }
    return Info.parse(await post('wallet/gettransactioninfobyid', { value: signed.txID }));
  };
  const call = (functionName: 'approve' | 'transfer', to: string, units: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args: [evmForm(to), units] });
  return {
    url,
    post,
    get,
    control,
    mine: (blocks = 1) => control('mine', { blocks }),
    fork: (blocks, droppedTxIds) => control('fork', { blocks, droppedTxIds }),
    solidify: async () => {
      await control('solidify', { behind: 0 });
      return await control('solidify', { behind: 2 });
    },
    freshWallet: async (funds) => {
      const wallet = newWallet();
      await control('fund', { address: wallet.address, visible: true, ...fundsOf(funds) });
      return wallet;
    },
    sign: (wallet, one) => buildAndSign(post, wallet, one),
    send,
    allow: (wallet, token, spender) =>
      send(wallet, { contract: token, data: call('approve', spender, 2n ** 256n - 1n) }),
    transfer: (wallet, { token, to, units }) =>
      send(wallet, { contract: token, data: call('transfer', to, units) }),
    unitsOf: async (token, holder) => {
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [evmForm(holder)],
      });
      const body = callBody(holder, { contract: token, data });
      const answer = Constant.parse(await post('wallet/triggerconstantcontract', body));
      return BigInt(`0x${answer.constant_result[0]}`);
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** A wallet of a new key, which the chain knows nothing of. */
export function newWallet(): TronWallet {
  const privateKey = generatePrivateKey();
  return { address: toBase58(fromEvmAddress(privateKeyToAddress(privateKey))), privateKey };
}

/** Whoever pays without further ado has more than enough: ten thousand of each, of the million that the payer has. */
const PLENTY = 10_000 * TRX;

function fundsOf({ sun = PLENTY, usdt = PLENTY, usdc = PLENTY }: TronFunds = {}) {
  const tokens = [
    { contract: TRON_USDT, units: usdt },
    { contract: TRON_USDC, units: usdc },
  ];
  return { sun, tokens: tokens.filter(({ units }) => units > 0) };
}

async function buildAndSign(post: TestTronNode['post'], wallet: TronWallet, call: TronCall) {
  const body = { ...callBody(wallet.address, call), fee_limit: call.feeLimit ?? 100 * TRX };
  const { transaction } = Built.parse(await post('wallet/triggersmartcontract', body));
  const hash = `0x${transaction.txID}`;
  if (!isHex(hash)) throw new Error(`${hash} is not an id`);
  const signature = await sign({ hash, privateKey: wallet.privateKey, to: 'hex' });
  return { ...transaction, signature: [signature.slice(2)] };
}

const callBody = (from: string, { contract, data }: TronCall) => ({
  owner_address: from,
  contract_address: contract,
  data: data.slice(2),
  visible: true,
});

function evmForm(address: string): Hex {
  const parsed = parseTronAddress(address);
  if (parsed === undefined) throw new Error(`${address} is no Tron address`);
  return toEvmAddress(parsed);
}
