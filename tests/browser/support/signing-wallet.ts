import {
  type Address,
  concat,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  isAddress,
  isHex,
  numberToHex,
  publicActions,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { ReachedWorld } from '../../support/world.ts';
import { type WalletCall, type WalletHandler, WalletRefused } from './injected-wallet.ts';

const SEPOLIA = 11_155_111;

/** A wallet that signs with the payer's key; each test says what it may do. */
export interface SigningWallet {
  readonly handle: WalletHandler;
  /** The hashes of what it has sent. */
  readonly sent: string[];
  /** The calls that reached it. */
  readonly calls: WalletCall[];
  /** What it says of several calls at once (EIP-5792); undefined for a wallet that does not know of them. */
  atomic: 'supported' | 'ready' | undefined;
  /** How many of the next signatures it declines. */
  declines: number;
  /** The code with which it refuses several calls at once. */
  refusesCallsWith: number | undefined;
  /** Whether the last of several calls will fail on the network. */
  isLastCallFailing: boolean;
  /** Whether calls that it has taken wait for `release`. */
  isHolding: boolean;
  /** Sends the calls that it holds. */
  release(): Promise<void>;
}

/** A wallet of the world's payer on its Sepolia. It forwards all but signatures to the local node. */
export function signingWallet(world: ReachedWorld): SigningWallet {
  const rpcUrl = world.sandbox.networks['sepolia']?.rpcUrl ?? '';
  const { payer } = world.sandbox;
  const account = privateKeyToAccount(payer.privateKey);
  const client = openClient(account, rpcUrl);
  const send = async (call: Call) => {
    const hash = await client.sendTransaction(call);
    wallet.sent.push(hash);
    return hash;
  };
  const sendAtOnce = async (calls: readonly Call[]) => {
    const executor = await deployExecutor(rpcUrl);
    const authorization = await client.signAuthorization({
      contractAddress: executor,
      executor: 'self',
    });
    const hash = await client.sendTransaction({
      to: account.address,
      data: packCalls(calls),
      authorizationList: [authorization],
      // An estimate would refuse what the network refuses.
      gas: CALLS_GAS,
    });
    wallet.sent.push(hash);
    return hash;
  };
  const wallet: SigningWallet = {
    sent: [],
    calls: [],
    atomic: undefined,
    declines: 0,
    refusesCallsWith: undefined,
    isLastCallFailing: false,
    isHolding: false,
    release: async () => await atOnce.release(),
    async handle(call) {
      const { method, params } = call;
      wallet.calls.push(call);
      switch (method) {
        case 'eth_requestAccounts':
        case 'eth_accounts':
          return [payer.address];
        case 'eth_sendTransaction':
          decide(wallet);
          return await send(readCall(params[0]));
        case 'wallet_getCapabilities':
          if (wallet.atomic === undefined) throw new WalletRefused(4200, 'Unsupported method');
          return { [numberToHex(SEPOLIA)]: { atomic: { status: wallet.atomic } } };
        case 'wallet_sendCalls':
          decide(wallet);
          return await atOnce.take(params[0]);
        case 'wallet_getCallsStatus':
          return await statusOf((asked) => client.getTransactionReceipt(asked), atOnce, params[0]);
        default:
          return await http(rpcUrl)({}).request({ method, params });
      }
    },
  };
  const atOnce = openCalls(wallet, sendAtOnce);
  return wallet;
}

function openClient(account: PrivateKeyAccount, rpcUrl: string) {
  const chain = defineChain({
    id: SEPOLIA,
    name: 'Sepolia',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  return createWalletClient({ account, chain, transport: http(rpcUrl) }).extend(publicActions);
}

/** Several calls at once, as the test wants the wallet to treat them. */
function openCalls(wallet: SigningWallet, send: (calls: readonly Call[]) => Promise<Hex>) {
  let held: readonly Call[] = [];
  let releasedHash: Hex | undefined;
  return {
    async take(request: unknown): Promise<{ readonly id: string }> {
      const { refusesCallsWith: code, isLastCallFailing, isHolding } = wallet;
      if (code !== undefined) throw new WalletRefused(code, 'Refused');
      const calls = readCalls(request, isLastCallFailing);
      if (!isHolding) return { id: await send(calls) };
      held = calls;
      return { id: HELD };
    },
    async release(): Promise<void> {
      releasedHash = await send(held);
    },
    /** The transaction under a name; undefined while it is held. */
    hashOf: (id: unknown): unknown => (id === HELD ? releasedHash : id),
  };
}

interface Call {
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
}

function decide(wallet: SigningWallet): void {
  if (wallet.declines === 0) return;
  wallet.declines -= 1;
  throw new WalletRefused(4001, 'User rejected the request.');
}

function readCall(call: unknown): Call {
  const [to, data, value] = ['to', 'data', 'value'].map((name) => memberOf(call, name));
  if (typeof to !== 'string' || !isAddress(to) || typeof data !== 'string' || !isHex(data)) {
    throw new WalletRefused(-32602, 'Invalid params');
  }
  return { to, data, value: BigInt(typeof value === 'string' ? value : '0x0') };
}

/** Where the code stands that makes an account's calls. */
const EXECUTOR = '0x7702770277027702770277027702770277027702';

/**
 * Code for an account (EIP-7702) that makes the calls of its calldata one after another, each written
 * as receiver, coins and length in a word each and then its bytes; it reverts where one of them does.
 */
const EXECUTOR_CODE = concat([
  // While something is left of the calldata:
  '0x5f5b368110600957005b',
  // copy the bytes of the next call,
  '0x806040013580826060015f37',
  // make it,
  '0x5f5f825f856020013586355af1',
  // revert where it fails, and go on behind it.
  '0x6029575f5ffd5b01606001600156',
]);

async function deployExecutor(rpcUrl: string): Promise<Address> {
  const node = createTestClient({ mode: 'anvil', transport: http(rpcUrl) });
  await node.setCode({ address: EXECUTOR, bytecode: EXECUTOR_CODE });
  return EXECUTOR;
}

function packCalls(calls: readonly Call[]): Hex {
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  const packed = calls.map(({ to, data, value }) => {
    const bytes = data.slice(2);
    return `${word(BigInt(to))}${word(value)}${word(BigInt(bytes.length / 2))}${bytes}`;
  });
  return `0x${packed.join('')}`;
}

/** The calls of a request; the last one with bytes that no contract knows, where it is to fail. */
function readCalls(request: unknown, isLastFailing: boolean): readonly Call[] {
  const calls = memberOf(request, 'calls');
  if (!Array.isArray(calls)) throw new WalletRefused(-32602, 'Invalid params');
  return calls
    .map(readCall)
    .map((call, at) =>
      isLastFailing && at === calls.length - 1 ? { ...call, data: '0xffffffff' } : call,
    );
}

/** The name of calls that are held. */
const HELD = 'held calls';

/** Enough for an approval, a payment and a fee. */
const CALLS_GAS = 1_000_000n;

/** How EIP-5792 numbers what became of calls. */
const PENDING = 100;
const DONE = 200;
const REVERTED = 500;

type ReadReceipt = (asked: { hash: Hex }) => Promise<{ status: string; transactionHash: Hex }>;

async function statusOf(
  read: ReadReceipt,
  { hashOf }: { hashOf(id: unknown): unknown },
  name: unknown,
) {
  const id = hashOf(name);
  if (id === undefined) return { id: name, status: PENDING };
  if (typeof id !== 'string' || !isHex(id)) throw new WalletRefused(-32602, 'Invalid params');
  try {
    const { status, transactionHash } = await read({ hash: id });
    const isDone = status === 'success';
    const receipts = [{ status: isDone ? '0x1' : '0x0', transactionHash }];
    return { id, status: isDone ? DONE : REVERTED, atomic: true, receipts };
  } catch {
    return { id, status: PENDING };
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
