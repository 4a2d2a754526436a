import { keccak256, toHex } from 'viem';
import type { NetworkContracts } from '#catalog/contracts.ts';
import type { Call, ChainPayment, Spender, TokenPayment } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import { type FakeBalances, type FakeLog, Reverted } from './ledger.ts';

/** A token that does not do what tokens should; left out, it does. */
export type FakeToken =
  | 'keeps_a_share'
  | 'answers_false'
  | 'moves_nothing'
  | 'logs_nonsense'
  | 'wants_reset';

/** What contracts of a fake chain know beside their book. */
export interface FakeContracts {
  readonly addresses: NetworkContracts;
  /** The form in which the chain shows an address. */
  readonly normalAddress: (text: string) => string;
  /** By address; a token that is not named is an ordinary one. */
  readonly oddTokens: ReadonlyMap<string, FakeToken>;
  /** How much of a token a unit of the invoice is, by the path's currencies joined by commas. */
  readonly rates: ReadonlyMap<string, FakeRate>;
  /** Balances, as the book names them, which nothing may be added to or taken from. */
  readonly frozen: ReadonlySet<string>;
}

/** A rate: this many token units for so many units of the invoice, set at a moment. */
export interface FakeRate {
  readonly outUnits: bigint;
  readonly invoiceUnits: bigint;
  readonly setAt: Date;
}

/** Carries a call out as a wallet. */
type FakeEffect = (balances: FakeBalances, from: string) => readonly FakeLog[];

/** The calls of a fake chain: their data is a text that only this chain reads. */
export interface FakeCalls {
  approval(tokenAddress: string, units: bigint, spender: Spender): Call;
  payment(payment: ChainPayment): Call;
  batch(payments: readonly ChainPayment[]): Call;
  /** The payment in a token that a call to the fee proxy makes; undefined for every other call. */
  tokenPaymentOf(call: Pick<Call, 'to' | 'data'>): TokenPayment | undefined;
  /** What a call does; undefined for one that this chain did not encode. */
  deedOf(call: Pick<Call, 'data'>): FakeEffect | undefined;
}

/** The share of a token that `keeps_a_share`, of 100. */
const KEPT_SHARE = 1n;

/** Names of amounts in the book. */
export const nameOf = {
  coins: (wallet: string) => `coins ${wallet}`,
  balance: (token: string, wallet: string) => `balance ${token} ${wallet}`,
  allowance: (token: string, wallet: string, spender: Spender) =>
    `allowance ${token} ${wallet} ${typeof spender === 'string' ? spender : spender.account}`,
};

/** Makes the encoders of a fake chain and what their calls do. */
export function fakeCalls(contracts: FakeContracts): FakeCalls {
  const { normalAddress } = contracts;
  const deeds = new Map<Hex, FakeEffect>();
  const tokenPayments = new Map<Hex, TokenPayment>();
  const call = (to: string, body: readonly unknown[], deed: FakeEffect): Call => {
    const data = toHex(JSON.stringify(body, plain));
    deeds.set(data, deed);
    return { to: normalAddress(to), data, valueUnits: 0n };
  };
  return {
    approval: (tokenAddress, units, spender) =>
      call(tokenAddress, ['approve', tokenAddress, units, spender], (balances, from) => {
        const name = nameOf.allowance(normalAddress(tokenAddress), from, spender);
        const wantsReset = contracts.oddTokens.get(normalAddress(tokenAddress)) === 'wants_reset';
        if (wantsReset && units > 0n && balances.read(name) > 0n) throw new Reverted();
        balances.write(name, units);
        return [];
      }),
    payment: (payment) => {
      const made = call(proxyOf(contracts, payment), ['pay', payment], (balances, from) => [
        carryOut(contracts, payment, { balances, from, spender: spenderOf(payment) }),
      ]);
      if (payment.kind === 'token') tokenPayments.set(made.data, payment);
      return { ...made, valueUnits: coinsOf(payment) };
    },
    tokenPaymentOf: ({ to, data }) => {
      const payment = tokenPayments.get(data);
      return payment && normalAddress(to) === normalAddress(proxyOf(contracts, payment))
        ? payment
        : undefined;
    },
    batch: (payments) => {
      const valueUnits = payments.reduce((sum, payment) => sum + coinsOf(payment), 0n);
      const { batchPayments, erc20BatchPayments } = contracts.addresses;
      const to = batchPayments ?? erc20BatchPayments ?? '';
      const deed: FakeEffect = (balances, from) =>
        payments.map((payment) =>
          carryOut(contracts, payment, { balances, from, spender: 'batch' }),
        );
      return { ...call(to, ['batch', payments], deed), valueUnits };
    },
    deedOf: ({ data }) => deeds.get(data),
  };
}

const plain = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? value.toString() : value;

function spenderOf({ kind }: ChainPayment): Spender {
  return kind === 'conversion' ? 'conversion_proxy' : 'fee_proxy';
}

/** The contract that carries a payment. */
function proxyOf({ addresses }: FakeContracts, { kind }: ChainPayment): string {
  const proxies = {
    token: addresses.erc20FeeProxy,
    native: addresses.ethereumFeeProxy,
    conversion: addresses.erc20ConversionProxy,
  };
  return proxies[kind] ?? '';
}

function coinsOf(payment: ChainPayment): bigint {
  return payment.kind === 'native' ? payment.amountUnits + payment.feeUnits : 0n;
}

interface Deal {
  readonly balances: FakeBalances;
  readonly from: string;
  readonly spender: Spender;
}

function carryOut(contracts: FakeContracts, payment: ChainPayment, deal: Deal): FakeLog {
  const { normalAddress } = contracts;
  const payee = normalAddress(payment.payeeAddress);
  const feeAddress = normalAddress(payment.feeAddress);
  const reported = {
    proxyAddress: normalAddress(proxyOf(contracts, payment)),
    referenceKey: keccak256(payment.paymentReference),
    payeeAddress: payee,
    payerAddress: deal.from,
    feeAddress,
  };
  if (payment.kind === 'native') {
    const { amountUnits, feeUnits } = payment;
    moveCoins(contracts, deal, { to: payee, units: amountUnits });
    moveCoins(contracts, deal, { to: feeAddress, units: feeUnits });
    return {
      ...reported,
      ...alike(amountUnits, feeUnits),
      kind: 'native',
      tokenAddress: undefined,
      claimedUnits: amountUnits,
      conversion: undefined,
    };
  }
  const token = normalAddress(payment.tokenAddress);
  if (payment.kind === 'token') {
    const { amountUnits, feeUnits } = payment;
    const arrived = moveTokens(contracts, deal, { token, to: payee, units: amountUnits });
    moveTokens(contracts, deal, { token, to: feeAddress, units: feeUnits });
    return {
      ...reported,
      ...alike(arrived, feeUnits),
      kind: 'token',
      tokenAddress: token,
      claimedUnits: amountUnits,
      conversion: undefined,
    };
  }
  const { invoiceUnits, feeInvoiceUnits, path, maxToSpendUnits, maxRateAgeSeconds } = payment;
  const tokenUnits = converted(contracts, path, invoiceUnits);
  const tokenFeeUnits = converted(contracts, path, feeInvoiceUnits);
  if (tokenUnits + tokenFeeUnits > maxToSpendUnits) throw new Reverted();
  moveTokens(contracts, deal, { token, to: payee, units: tokenUnits });
  moveTokens(contracts, deal, { token, to: feeAddress, units: tokenFeeUnits });
  return {
    ...reported,
    kind: 'conversion',
    tokenAddress: token,
    claimedUnits: invoiceUnits,
    creditedUnits: invoiceUnits,
    feeUnits: feeInvoiceUnits,
    tokenUnits,
    tokenFeeUnits,
    conversion: { currencyAddress: normalAddress(path[0] ?? ''), maxRateAgeSeconds },
  };
}

function alike(creditedUnits: bigint, feeUnits: bigint) {
  return { creditedUnits, feeUnits, tokenUnits: creditedUnits, tokenFeeUnits: feeUnits };
}

function converted(contracts: FakeContracts, path: readonly string[], units: bigint): bigint {
  const out = convert(contracts, path, units);
  if (out === undefined) throw new Reverted();
  return out;
}

/** What an amount of the invoice is in the token at the end of a path; undefined without a rate. */
export function convert(
  { rates }: FakeContracts,
  path: readonly string[],
  invoiceUnits: bigint,
): bigint | undefined {
  const rate = rates.get(path.join());
  return rate && (invoiceUnits * rate.outUnits) / rate.invoiceUnits;
}

interface Move {
  readonly to: string;
  readonly units: bigint;
}

function moveCoins({ frozen }: FakeContracts, { balances, from }: Deal, { to, units }: Move): void {
  take(balances, nameOf.coins(from), units);
  if (frozen.has(nameOf.coins(to))) throw new Reverted();
  balances.write(nameOf.coins(to), balances.read(nameOf.coins(to)) + units);
}

/** Whether a plain transfer would go through, found out by a copy of the book that is thrown away. */
export function wouldMove(
  contracts: FakeContracts,
  deal: Pick<Deal, 'balances' | 'from'>,
  { tokenAddress, to, units }: Move & { readonly tokenAddress: string | undefined },
): boolean {
  const changed = new Map<string, bigint>();
  const balances: FakeBalances = {
    read: (name) => changed.get(name) ?? deal.balances.read(name),
    write: (name, amount) => void changed.set(name, amount),
  };
  try {
    if (tokenAddress === undefined)
      moveCoins(contracts, { ...deal, balances, spender: 'fee_proxy' }, { to, units });
    else {
      const token = contracts.normalAddress(tokenAddress);
      transfer(contracts, { ...deal, balances }, { token, to, units });
    }
    return true;
  } catch (error) {
    if (error instanceof Reverted) return false;
    throw error;
  }
}

/** Returns what the token's own log says arrived. */
function moveTokens(
  contracts: FakeContracts,
  { balances, from, spender }: Deal,
  move: Move & { readonly token: string },
): bigint {
  const odd = contracts.oddTokens.get(move.token);
  if (odd !== 'moves_nothing' && odd !== 'logs_nonsense') {
    take(balances, nameOf.allowance(move.token, from, spender), move.units);
  }
  return transfer(contracts, { balances, from }, move);
}

function transfer(
  { oddTokens, frozen }: FakeContracts,
  { balances, from }: Pick<Deal, 'balances' | 'from'>,
  { token, to, units }: Move & { readonly token: string },
): bigint {
  const odd = oddTokens.get(token);
  if (odd === 'answers_false') throw new Reverted();
  if (odd === 'moves_nothing' || odd === 'logs_nonsense') return 0n;
  const [source, target] = [nameOf.balance(token, from), nameOf.balance(token, to)];
  if (frozen.has(source) || frozen.has(target)) throw new Reverted();
  take(balances, source, units);
  const arrived = odd === 'keeps_a_share' ? (units * (100n - KEPT_SHARE)) / 100n : units;
  balances.write(target, balances.read(target) + arrived);
  return arrived;
}

function take(balances: FakeBalances, name: string, units: bigint): void {
  const left = balances.read(name) - units;
  if (left < 0n) throw new Reverted();
  balances.write(name, left);
}
