import type {
  Chain,
  ChainPayment,
  ChainUpdate,
  EventPosition,
  FollowFrom,
  ObservedTransfer,
  PayerBalances,
  Spender,
  TokenBalance,
  TokenPayment,
  TransactionStep,
  UnsignedTransaction,
} from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';

/** A token that does not do what tokens should. */
export type OddToken = 'keeps_a_share' | 'answers_false' | 'moves_nothing' | 'logs_nonsense';

/** What the suite needs of a world in which a chain lives. */
export interface ChainHarness {
  readonly chain: Chain;
  /** Holds tokens and native coin; `send` signs as this account. */
  readonly payerAddress: string;
  readonly payeeAddress: string;
  /** Holds no tokens. */
  readonly unrelatedAddress: string;
  readonly feeAddress: string;
  /** An ordinary token that the payer holds plenty of. */
  readonly tokenAddress: string;
  /** A token that wants an old allowance cleared before it gives another, where the family has one. */
  readonly resettingToken:
    | { readonly chain: Chain; readonly address: string; send(step: TransactionStep): Promise<Hex> }
    | undefined;
  /** A token of which the payer holds plenty, and which moves nothing from or to wallets on its list. */
  readonly blockingToken: {
    readonly chain: Chain;
    readonly address: string;
    block(...wallets: readonly string[]): Promise<void>;
    unblock(...wallets: readonly string[]): Promise<void>;
  };
  /** A contract that takes no coins. */
  readonly coinlessAddress: string;
  /** Texts that look like addresses and are none. */
  readonly wrongAddresses: readonly string[];
  /** Rates lead over these from a currency that tokens do not count in to the ordinary token. */
  readonly conversionPath: readonly string[];
  /**
   * Lets an unrelated contract report this payment, with the same event as the right one;
   * nothing moves.
   */
  pretend(payment: ChainPayment): Promise<Hex>;
  /** Prepares, signs and sends a step; returns its hash when a block holds it, also when it reverted. */
  send(step: TransactionStep): Promise<Hex>;
  /** Prepares and signs a step without sending it. */
  sign(step: TransactionStep): Promise<string>;
  /** Signs a message as the payer. */
  signMessage(message: string): Promise<Hex>;
  /** Puts an odd token on the chain, of which the payer holds plenty; returns where. */
  deployToken(token: OddToken): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Replaces this block and all after it by empty ones. */
  reorgFrom(block: bigint): Promise<void>;
  stop(): Promise<void>;
}

/** Looks the world up when a test runs, which is after it was made. */
export type World = () => ChainHarness;

const DEADLINE_MS = 60_000;

let references = 0;

/** An ordinary payment in the ordinary token, with a reference of its own. */
export function payment(world: ChainHarness): TokenPayment {
  references += 1;
  return {
    kind: 'token',
    tokenAddress: world.tokenAddress,
    payeeAddress: world.payeeAddress,
    amountUnits: 100n,
    paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
    feeUnits: 0n,
    feeAddress: world.feeAddress,
  };
}

/** The step that lets a contract take a token. */
export function approval(tokenAddress: string, units: bigint, spender: Spender): TransactionStep {
  return { type: 'approval', tokenAddress, units, spender };
}

/** The step that makes one payment. */
export function paying(one: ChainPayment): TransactionStep {
  return { type: 'payment', payment: one };
}

/** The step that makes several payments at once. */
export function batch(payments: readonly ChainPayment[], feeAddress: string): TransactionStep {
  return { type: 'batch', payments, feeAddress, extraValueUnits: 0n };
}

/** The transaction of one step. */
export async function prepareOne(
  chain: Chain,
  step: TransactionStep,
  wallet: string,
): Promise<UnsignedTransaction> {
  const [prepared, ...others] = await chain.prepare([step], wallet);
  if (prepared === undefined || others.length > 0) throw new Error('a step is one transaction');
  return prepared;
}

/** What a wallet has of the ordinary token, and of coins. */
export async function balancesOf(
  world: ChainHarness,
  wallet: string,
): Promise<PayerBalances & TokenBalance> {
  const { chain, tokenAddress } = world;
  const balances = await chain.readPayerBalances(wallet, [{ tokenAddress, spender: 'fee_proxy' }]);
  const [token] = balances.tokens;
  if (token === undefined) throw new Error('the chain does not return the requested token');
  return { ...balances, ...token };
}

/** Allows a payment and makes it; answers the hash of the payment. */
export async function pay(world: ChainHarness, order: TokenPayment): Promise<Hex> {
  await world.send(approval(order.tokenAddress, order.amountUnits + order.feeUnits, 'fee_proxy'));
  return await world.send(paying(order));
}

/** Makes a payment and returns what a follower sees of the blocks since. */
export async function payAndFollow(
  world: ChainHarness,
  order: TokenPayment,
): Promise<ObservedTransfer[]> {
  const startBlock = (await world.chain.readHead()) + 1n;
  await pay(world, order);
  return (await followTo(world, { known: [], startBlock })).transfers;
}

/** What happened to a chain on the way to its head. */
export interface Followed {
  readonly transfers: ObservedTransfer[];
  readonly missing: EventPosition[];
  readonly points: Extract<ChainUpdate, { type: 'blocks' }>['points'][number][];
  readonly reorgs: Extract<ChainUpdate, { type: 'reorg' }>[];
}

/** Follows until the block that is the head now, and returns all updates on the way. */
export async function followTo(world: ChainHarness, from: FollowFrom): Promise<Followed> {
  const until = await world.chain.readHead();
  const followed: Followed = { transfers: [], missing: [], points: [], reorgs: [] };
  const signal = AbortSignal.timeout(DEADLINE_MS);
  for await (const update of world.chain.follow({ mayStartOver: true, ...from }, signal)) {
    if (update.type === 'reorg') {
      followed.reorgs.push(update);
      continue;
    }
    followed.transfers.push(...update.transfers);
    followed.missing.push(...(update.missing ?? []));
    followed.points.push(...update.points);
    if (update.to.number >= until) return followed;
  }
  throw new Error(`block ${until} was not reached within ${DEADLINE_MS} ms`);
}
