import { currencyById } from '#catalog/currencies.ts';
import type { Call, ChainPayment } from '#chains/chain.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { digest, type FakeLog, type FakeTransaction, Reverted } from '../chains/fake/ledger.ts';
import { CURRENCIES, type Simulated, walletsOf } from './networks.ts';
import type { SimWorld } from './world.ts';

/** A request as payers and checkers know it. */
export interface KnownRequest {
  readonly id: string;
  readonly requestId: string;
  readonly reference: Hex;
  readonly network: Simulated;
  readonly kind: string;
  readonly tokenAddress: string;
  readonly payeeAddress: string;
  readonly expectedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  /** Whether it is a fee of another request. */
  readonly isFee: boolean;
  /** The row of that one. */
  readonly feeOf: string | undefined;
}

/** Every request that was ever written down, oldest first. */
export async function findRequests(world: SimWorld): Promise<KnownRequest[]> {
  const rows = await world.db
    .selectFrom('request')
    .leftJoin('fee_component', 'fee_component.request_id', 'request.id')
    .selectAll('request')
    .select('fee_component.for_request_id')
    .orderBy('request.id')
    .execute();
  return rows.flatMap((row) => {
    const network = world.networks.find((id) => id === row.network);
    if (network === undefined || !isHex(row.payment_reference)) return [];
    return [
      {
        id: row.id,
        requestId: row.request_id,
        reference: row.payment_reference,
        network,
        kind: row.kind,
        tokenAddress: row.token_address,
        payeeAddress: row.payee_address,
        expectedUnits: row.expected_units,
        feeUnits: row.fee_units,
        feeAddress: row.fee_address ?? walletsOf(network).feeReceiver,
        isFee: row.origin_form === 'fee',
        feeOf: row.for_request_id ?? undefined,
      },
    ];
  });
}

/** How payers pay, well and badly, and how often. */
const WAYS = {
  exactly: 30,
  in_part: 18,
  too_much: 6,
  in_a_batch: 10,
  wrong_token: 4,
  wrong_payee: 4,
  wrong_network: 4,
  wrong_fee_receiver: 3,
  without_fee: 3,
  nothing_at_all: 2,
  forged_proxy: 5,
} as const;

/** How often a payment runs out of energy where a signed transaction limits what that may cost. */
const OUT_OF_ENERGY = 8;
type Way = keyof typeof WAYS | 'out_of_energy';

/** How often who is paid signs the payment. */
const SELF_SHARE = 0.15;

/** A payer signs something; it waits for a block then. Returns what it was. */
export function payRandomly(world: SimWorld, requests: readonly KnownRequest[]): string {
  const { dice } = world;
  // The newest are paid most, so that old ones are paid again now and then.
  const recent = requests.slice(-12);
  const request = dice.pick(dice.isHit(0.8) && recent.length > 0 ? recent : requests);
  const energy = request.network === 'tron' ? OUT_OF_ENERGY : 0;
  const way = dice.weighted<Way>({ ...WAYS, out_of_energy: energy });
  const isSelf = world.selfDice?.isHit(SELF_SHARE) === true;
  const send = (network: Simulated, call: Call) => {
    const { payers, payee } = walletsOf(network);
    const other = dice.pick<string>(world.screening?.payers ?? payers);
    const self = network === request.network ? request.payeeAddress : payee;
    const payer = isSelf ? self : other;
    const made = world.chains[network].transaction(payer, call, world.nonce());
    enqueue(world, network, made);
  };
  if (way === 'forged_proxy') enqueue(world, request.network, forged(world, request));
  else if (way === 'out_of_energy') enqueue(world, request.network, tooDear(world, request));
  else if (way === 'in_a_batch') {
    const { network } = request;
    const others = requests.filter((one) => one.network === network && one !== request).slice(-6);
    const paid = [request, ...others.filter(() => dice.isHit(0.4))];
    send(
      network,
      world.chains[network].encodeBatch(paid.map(exact), walletsOf(network).feeReceiver),
    );
  } else {
    const network = way === 'wrong_network' ? otherOf(world, request.network) : request.network;
    send(network, world.chains[network].encodePayment(badly(world, request, way)));
  }
  const who = isSelf ? ' by its payee' : '';
  if (isSelf) world.note(request.isFee ? 'fee paid by its receiver' : 'self-payment');
  return `${way} ${request.requestId.slice(2, 10)}${who}`;
}

function enqueue(world: SimWorld, network: Simulated, made: FakeTransaction): void {
  world.signed.set(made.hash, made);
  world.mempool[network].push(made);
}

const otherOf = ({ networks }: SimWorld, network: Simulated): Simulated =>
  networks.find((one) => one !== network) ?? network;

/** The payment of a request to the letter. */
export function exact(request: KnownRequest): ChainPayment {
  const parts = {
    payeeAddress: request.payeeAddress,
    paymentReference: request.reference,
    feeAddress: request.feeAddress,
    amountUnits: request.expectedUnits,
    feeUnits: request.feeUnits,
  };
  return request.kind === 'native'
    ? { kind: 'native', ...parts }
    : { kind: 'token', tokenAddress: request.tokenAddress, ...parts };
}

function badly(world: SimWorld, request: KnownRequest, way: Way): ChainPayment {
  const { dice } = world;
  const { unrelated } = walletsOf(request.network);
  const asked = exact(request);
  const units = request.expectedUnits;
  if (asked.kind === 'conversion') return asked;
  switch (way) {
    case 'in_part':
      return { ...asked, amountUnits: (units * BigInt(1 + dice.below(9))) / 10n };
    case 'too_much':
      return { ...asked, amountUnits: units + BigInt(1 + dice.below(1_000)) };
    case 'wrong_payee':
      return { ...asked, payeeAddress: unrelated };
    case 'wrong_fee_receiver':
      return { ...asked, feeAddress: unrelated };
    case 'without_fee':
      return { ...asked, feeUnits: 0n };
    case 'nothing_at_all':
      return { ...asked, amountUnits: 0n };
    case 'wrong_token':
      return inAnother(world, request, request.network);
    case 'wrong_network':
      return inAnother(world, request, otherOf(world, request.network));
    default:
      return asked;
  }
}

/** The same amount in any token of a network but the requested one. */
function inAnother(world: SimWorld, request: KnownRequest, network: Simulated): ChainPayment {
  const tokens = CURRENCIES[network]
    .flatMap((id) => currencyById(id) ?? [])
    .filter(({ type, address }) => type !== 'ETH' && address !== request.tokenAddress);
  const { paymentReference } = exact(request);
  const { payeeAddress, feeAddress } = sidesOn(network, request);
  const fields = { payeeAddress, paymentReference, feeAddress, feeUnits: 0n };
  const amountUnits = request.expectedUnits;
  if (tokens.length === 0) return { kind: 'native', ...fields, amountUnits };
  return { kind: 'token', ...fields, amountUnits, tokenAddress: world.dice.pick(tokens).address };
}

/** Who is paid on a network: the same people where it is another than the requested one of another family. */
function sidesOn(network: Simulated, request: KnownRequest) {
  const { payee, feeReceiver } = walletsOf(network);
  const isSame = walletsOf(request.network).payee === payee;
  return isSame ? exact(request) : { payeeAddress: payee, feeAddress: feeReceiver };
}

/** An unrelated contract emits the event of the right one. */
function forged(world: SimWorld, request: KnownRequest): FakeTransaction {
  const { unrelated } = walletsOf(request.network);
  const content = `forged ${world.nonce()}`;
  const log = { ...fullPayment(world, request), proxyAddress: unrelated, payerAddress: unrelated };
  return {
    hash: digest(content),
    content,
    run: () => [{ ...log, feeUnits: 0n, tokenFeeUnits: 0n }],
  };
}

/** A payment that emits all its events, and then runs out of energy. */
function tooDear(world: SimWorld, request: KnownRequest): FakeTransaction {
  const content = `out of energy ${world.nonce()}`;
  const run = () => {
    throw new Reverted([fullPayment(world, request)]);
  };
  world.note('a payment ran out of energy');
  return { hash: digest(content), content, run };
}

/** What a payment of a whole request leaves in the logs. */
export function fullPayment({ chains }: SimWorld, request: KnownRequest): FakeLog {
  const chain = chains[request.network];
  const isNative = request.kind === 'native';
  const units = request.expectedUnits;
  return {
    proxyAddress: chain.encodePayment(exact(request)).to,
    referenceKey: chain.referenceKey(request.reference),
    kind: isNative ? 'native' : 'token',
    tokenAddress: isNative ? undefined : request.tokenAddress,
    payeeAddress: request.payeeAddress,
    payerAddress: walletsOf(request.network).payers[0],
    claimedUnits: units,
    creditedUnits: units,
    feeUnits: request.feeUnits,
    feeAddress: request.feeAddress,
    tokenUnits: units,
    tokenFeeUnits: request.feeUnits,
    conversion: undefined,
  };
}
