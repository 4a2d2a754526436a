import { SANDBOX_COLLECTORS } from '#catalog/escrows.ts';
import type { Call, EscrowEventType } from '#chains/chain.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { viewCommercePayment } from '#modules/commerce/view-commerce-payment.ts';
import { nameOf } from '../../chains/fake/calls.ts';
import { escrowEventsIn, type FoundEscrowEvent } from '../../chains/fake/escrow.ts';
import { fakeStoreOf } from '../../chains/fake/escrow-contract.ts';
import type { SimWorld } from '../world.ts';
import { shopOf } from './deeds.ts';
import { escrowOf, findHeld, type HeldPayment, OPERATOR, tokenOf } from './holding.ts';

const RICH = 10n ** 40n;

/** What is stored and shown of commerce payments at rest that the chains do not say. */
export async function findFalseHoldings(world: SimWorld): Promise<string[]> {
  const payments = await findHeld(world);
  const relayed = await relayedOf(world);
  const problems = await Promise.all([foreignProblems(world, payments), storeProblems(world)]);
  for (const payment of payments) {
    problems.push(await problemsOf(world, payment, relayed));
  }
  return problems.flat();
}

/** The events of the escrow of a network that stand. */
function eventsOf(world: SimWorld, network: HeldPayment['network']): FoundEscrowEvent[] {
  return world.chains[network].ledger.blocks.flatMap(escrowEventsIn);
}

async function problemsOf(
  world: SimWorld,
  payment: HeldPayment,
  relayed: ReadonlySet<Hex>,
): Promise<string[]> {
  const found = eventsOf(world, payment.network).filter(
    ({ event }) => event.paymentHash === payment.hash,
  );
  const sum = (type: EscrowEventType) =>
    found.reduce((units, { event }) => (event.type === type ? units + event.units : units), 0n);
  const { ctx } = world.start('checker');
  const acting = { ...ctx, actor: shopOf(payment.accountId) };
  const shown = await viewCommercePayment(acting, { requestId: payment.requestId });
  const operations = await operationsOf(world, payment);
  const name = `commerce payment ${payment.requestId.slice(2, 10)}`;
  const pairs = [
    ['captured', shown.capturedAmount, `${sum('captured')}`],
    ['refunded', shown.refundedAmount, `${sum('refunded')}`],
    ['voided', shown.voidedAmount, `${sum('voided')}`],
    ['reclaimed', shown.reclaimedAmount, `${sum('reclaimed')}`],
    ['status', shown.status, statusBy(world, payment, { sum, operations })],
    ...(await abilitiesOf(world, payment)).map(
      ([name, could]) => [name, `${shown[name]}`, `${could}`] as const,
    ),
  ] as const;
  const done = { payment, found, operations, relayed };
  return [
    ...pairs
      .filter(([, is, should]) => is !== should)
      .map(([what, is, should]) => `${name} shows ${what} ${is}, and the escrow says ${should}`),
    ...operationProblems(world, done).map((one) => `${name}: ${one}`),
  ];
}

interface Judged {
  readonly sum: (type: EscrowEventType) => bigint;
  readonly operations: readonly StoredOperation[];
}

/** The rule once more, in its shortest form. */
function statusBy(
  { clock }: SimWorld,
  { terms }: HeldPayment,
  { sum, operations }: Judged,
): string {
  const now = clock();
  if (sum('authorized') === 0n) {
    if (now >= terms.preApprovalExpiresAt) return 'EXPIRED';
    const last = operations.findLast(
      ({ kind, outcome }) => kind === 'authorize' && outcome !== 'refused',
    );
    return last?.outcome === 'failed' ? 'FAILED' : 'PENDING';
  }
  if (sum('refunded') > 0n) {
    return sum('refunded') < sum('captured') ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
  }
  if (sum('captured') > 0n) return 'PAID';
  if (sum('voided') > 0n) return 'VOIDED';
  if (sum('reclaimed') > 0n) return 'RECLAIMED';
  return now >= terms.authorizationExpiresAt ? 'EXPIRED' : 'AUTHORIZED';
}

/** What the escrow would take of a payment's operator now, by asking it. */
async function abilitiesOf(world: SimWorld, { network, terms }: HeldPayment) {
  const { sending, ledger } = world.chains[network];
  const escrow = escrowOf(world.chains[network]).reads;
  const operator = sending.senderOf(terms.operatorAddress);
  const account = SANDBOX_COLLECTORS?.operatorRefund ?? '';
  ledger.write(nameOf.allowance(tokenOf(network), terms.operatorAddress, { account }), RICH);
  const isTaken = async (call: Call | undefined) =>
    call !== undefined && !('refused' in (await operator.prepare(call)));
  return [
    ['canCapture', await isTaken(escrow.captureCall(terms, 1n))],
    ['canVoid', await isTaken(escrow.voidCall(terms))],
    ['canRefund', await isTaken(escrow.refundCalls(terms, 1n).at(-1))],
  ] as const;
}

interface StoredOperation {
  readonly kind: string;
  readonly units: bigint;
  readonly outcome: string | null;
  readonly hash: Hex | undefined;
}

async function operationsOf(
  { db }: SimWorld,
  { id }: HeldPayment,
): Promise<readonly StoredOperation[]> {
  const rows = await db
    .selectFrom('commerce_operation')
    .select(['kind', 'units', 'outcome', 'transaction_hash'])
    .where('commerce_payment_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, units, outcome, transaction_hash }) => ({
    ...{ kind, units: BigInt(units), outcome },
    hash: transaction_hash === null ? undefined : hexOf(transaction_hash),
  }));
}

const KINDS: Partial<Record<EscrowEventType, string>> = {
  authorized: 'authorize',
  captured: 'capture',
  voided: 'void',
};

interface Done {
  readonly payment: HeldPayment;
  readonly found: readonly FoundEscrowEvent[];
  readonly operations: readonly StoredOperation[];
  /** What the installation says that it signed. */
  readonly relayed: ReadonlySet<Hex>;
}

async function relayedOf({ db }: SimWorld): Promise<ReadonlySet<Hex>> {
  const rows = await db
    .selectFrom('relayed_transaction')
    .select(['transaction_hash', 'earlier_hashes'])
    .execute();
  return new Set(rows.flatMap((row) => [row.transaction_hash, ...row.earlier_hashes].map(hexOf)));
}

/** What is left to void may have become less since it was requested. */
const nameOfOperation = (kind: string, units: bigint): string =>
  kind === 'void' ? kind : `${kind} ${units}`;

/** Each operation is carried out once or, where it is said to have ended otherwise, never. */
function operationProblems(
  world: SimWorld,
  { payment, found, operations, relayed }: Done,
): string[] {
  const { signed } = world.chains[payment.network].sending;
  // The same call with the same nonce is the same transaction, whoever signed it.
  const isOurs = (hash: Hex) =>
    signed.get(hash)?.from === OPERATOR &&
    (relayed.has(hash) || world.holding?.outside.has(hash) !== true);
  const ours = found.filter(({ receipt }) => isOurs(receipt.hash));
  const nameOfEvent = ({ event: { type, units } }: FoundEscrowEvent) =>
    nameOfOperation(KINDS[type] ?? type, units);
  const done = operations.filter(({ outcome }) => outcome === 'done');
  const expected = done.map(({ kind, units }) => nameOfOperation(kind, units)).sort();
  const actual = ours.map(nameOfEvent).sort();
  return [
    ...operations
      .filter(({ outcome }) => outcome === null)
      .map(({ kind }) => `its ${kind} is still open`),
    ...(expected.join() === actual.join()
      ? []
      : [`${expected.join()} is done, and was carried out as ${actual.join()}`]),
  ];
}

/** Each authorisation of others with a reference of ours is reported, and counts for nothing. */
async function foreignProblems(
  world: SimWorld,
  payments: readonly HeldPayment[],
): Promise<string[]> {
  const rows = await world.db
    .selectFrom('commerce_foreign_authorization')
    .select(['transaction_hash'])
    .execute();
  const reported = new Set(rows.map(({ transaction_hash }) => hexOf(transaction_hash)));
  const hashes = new Set(payments.map(({ hash }) => hash));
  return world.networks.flatMap((network) => {
    const { referenceKey } = escrowOf(world.chains[network]).reads;
    const keys = new Set(payments.map(({ terms }) => BigInt(referenceKey(terms.paymentReference))));
    return eventsOf(world, network)
      .filter(({ event: { salt, paymentHash } }) => {
        return salt !== undefined && keys.has(salt) && !hashes.has(paymentHash);
      })
      .filter(({ receipt }) => !reported.has(receipt.hash))
      .map(({ receipt }) => `an authorisation of others was not reported: ${receipt.hash}`);
  });
}

/** What the stores hold is what the events come to. */
async function storeProblems(world: SimWorld): Promise<string[]> {
  const payments = await findHeld(world);
  return world.networks.flatMap((network) => {
    const operators = new Set(payments.map(({ terms }) => terms.operatorAddress));
    return [...operators].flatMap((operator) => {
      const { ledger } = world.chains[network];
      const held = ledger.read(nameOf.balance(tokenOf(network), fakeStoreOf(operator)));
      const hashes = payments
        .filter((one) => one.network === network && one.terms.operatorAddress === operator)
        .map(({ hash }) => hash);
      const due = eventsOf(world, network)
        .filter(({ event }) => hashes.includes(event.paymentHash))
        .reduce((units, { event: { type, units: moved } }) => {
          if (type === 'refunded') return units;
          return type === 'authorized' ? units + moved : units - moved;
        }, 0n);
      return held === due ? [] : [`the store of ${operator} has ${held}, and ${due} is held`];
    });
  });
}
